package io.github.foggara.kernel.serialization;

import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import java.util.Arrays;
import java.util.List;

/** The types of the job as it is now. Immutable; every codec is made with codecs of its own for what it holds. */
final class JobStateTypes implements StateTypes {
    private final TypeTable types;
    private final byte[] table;

    JobStateTypes(TypeTable types) {
        this.types = types;
        this.table =
                TypeTableFormat.encode(types.entries().stream().map(TypeRow::of).toList());
    }

    @Override
    public byte[] table() {
        return table.clone();
    }

    @Override
    public <T> RecordCodec<T> codec(Class<T> type) {
        Codecs codecs = new Codecs(types);
        if (StateClasses.exact(type) && !StateClasses.builtIn(type)) {
            codecs.of(type);
        }
        return codecs.codec(type);
    }

    @Override
    public StateTypes written(byte[] written, String state) {
        // Nothing has changed in most restarts; then values are read by the codecs they were written with.
        List<TypeRow> rows = Arrays.equals(written, table) ? null : TypeTableFormat.decode(written);
        return new SnapshotTypes(this, types, written.clone(), rows, state);
    }
}
