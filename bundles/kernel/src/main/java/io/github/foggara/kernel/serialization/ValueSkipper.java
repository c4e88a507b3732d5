package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;

/**
 * Passes over a value whose component was removed. Its classes need not exist any more: what was written is known from the
 * table of the snapshot alone.
 */
final class ValueSkipper {
    private final WrittenTypes types;
    private final Codecs codecs;
    /** By id of the record. */
    private final ValueCodec[][] primitives;

    ValueSkipper(WrittenTypes types, Codecs codecs) {
        this.types = types;
        this.codecs = codecs;
        this.primitives = new ValueCodec[types.end()][];
    }

    /**
     * @throws IllegalArgumentException if the bytes are damaged
     */
    void skip(RecordInput in) {
        long id = in.readVarLong();
        if (id == Codecs.NULL) {
            return;
        }
        codecs.enter(Object.class);
        if (id >= TypeTable.FIRST_ID && id < types.end()) {
            skip(types.row((int) id), in);
        } else {
            skip(codecs.builtIn(id), in);
        }
        codecs.leave();
    }

    private void skip(TypeRow row, RecordInput in) {
        switch (row.kind()) {
            case RECORD -> skipRecord(row, in);
            case ENUM -> in.readVarLong();
            case ARRAY -> skip(in.readLength(), in);
            case KRYO -> in.readBytes(in.readLength());
        }
    }

    private void skipRecord(TypeRow row, RecordInput in) {
        if (primitives[row.id()] == null) {
            primitives[row.id()] = row.primitives(codecs);
        }
        for (ValueCodec primitive : primitives[row.id()]) {
            if (primitive == null) {
                skip(in);
            } else {
                primitive.decode(in);
            }
        }
    }

    private void skip(ValueCodec codec, RecordInput in) {
        if (codec instanceof MapCodec) {
            skip(2L * in.readLength(), in);
        } else if (codec instanceof CollectionCodec || codec instanceof ObjectArrayCodec) {
            skip(in.readLength(), in);
        } else if (codec instanceof OptionalCodec) {
            skip(in);
        } else {
            codec.decode(in);
        }
    }

    private void skip(long count, RecordInput in) {
        for (long i = 0; i < count; i++) {
            skip(in);
        }
    }
}
