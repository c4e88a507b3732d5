package io.github.foggara.kernel.serialization;

import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;

/** The types of a job as one of its states was written with them, and codecs that read them into those of now. Immutable. */
final class SnapshotTypes implements StateTypes {
    private final JobStateTypes job;
    private final TypeTable now;
    private final byte[] table;
    /** Null if nothing has changed. */
    private final List<TypeRow> then;

    private final String state;

    SnapshotTypes(JobStateTypes job, TypeTable now, byte[] table, List<TypeRow> then, String state) {
        this.job = job;
        this.now = now;
        this.table = table;
        this.then = then;
        this.state = state;
    }

    @Override
    public byte[] table() {
        return table.clone();
    }

    @Override
    public <T> RecordCodec<T> codec(Class<T> type) {
        return codec(type, false);
    }

    @Override
    public <T> RecordCodec<T> keyCodec(Class<T> type) {
        return codec(type, true);
    }

    @Override
    public StateTypes written(byte[] other, String whose) {
        return job.written(other, whose);
    }

    private <T> RecordCodec<T> codec(Class<T> type, boolean asKey) {
        if (then == null) {
            return new WrittenCodec<>(new Codecs(now), type, state);
        }
        WrittenTypes written = new WrittenTypes(then, now, state, asKey);
        written.check(type);
        return new WrittenCodec<>(new Codecs(written), type, state);
    }
}
