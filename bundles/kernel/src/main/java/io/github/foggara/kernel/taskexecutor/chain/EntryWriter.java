package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;

/** Encodes the parts of a reduce's entries. io thread. */
final class EntryWriter {
    private final RecordOutput out;
    private final RecordCodec<Object> codec;

    EntryWriter(RecordOutput out, RecordCodec<Object> codec) {
        this.out = out;
        this.codec = codec;
    }

    /** Small numbers of either sign take few bytes. */
    void number(long number) {
        out.writeVarLong(number << 1 ^ number >> 63);
    }

    void key(Object key) {
        codec.encode(key, out);
    }

    void value(Object value) {
        codec.encode(value, out);
    }
}
