package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.types.RecordOutput;
import java.util.function.Consumer;

/** Fields as tag (one byte), length (variable) and bytes, so that a reader skips those it does not know. */
final class TaggedOutput {
    private final RecordOutput out = new RecordOutput(128);
    private final RecordOutput field = new RecordOutput(64);

    /** Not nested. */
    TaggedOutput field(int tag, Consumer<RecordOutput> content) {
        field.reset();
        content.accept(field);
        out.writeByte(tag);
        out.writeVarLong(field.length());
        out.writeBytes(field.array(), 0, field.length());
        return this;
    }

    TaggedOutput number(int tag, long value) {
        return field(tag, f -> f.writeVarLong(value));
    }

    TaggedOutput text(int tag, String value) {
        return field(tag, f -> f.writeString(value));
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
