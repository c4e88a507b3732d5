package io.github.foggara.shuffle.netty;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.shuffle.local.EncodedRecords;

/** A batch as it came over the wire. The array is its own. */
record EncodedBatch(int count, byte[] encoded) implements EncodedRecords {
    @Override
    public int bytes() {
        return encoded.length;
    }

    @Override
    public Object[] open(RecordCodec<Object> codec) {
        RecordInput in = new RecordInput(encoded);
        Object[] records = new Object[count];
        for (int i = 0; i < count; i++) {
            records[i] = codec.decode(in);
        }
        if (in.remaining() > 0) {
            throw new IllegalArgumentException("A batch of " + count + " records has " + in.remaining() + " bytes more");
        }
        return records;
    }
}
