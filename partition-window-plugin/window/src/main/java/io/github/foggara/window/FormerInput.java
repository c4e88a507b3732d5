package io.github.foggara.window;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import java.util.Arrays;

/** Adds records of a former run that belong to this subtask. Task thread. */
final class FormerInput {
    private final SortInput input;
    private final RecordCodec<Object> codec;
    private final GroupFilter groups;
    private final RecordInput in = new RecordInput(new byte[0]);

    /**
     * @param codec that reads them; null if their bytes mean the same now
     * @param groups null takes all
     */
    FormerInput(SortInput input, RecordCodec<Object> codec, GroupFilter groups) {
        this.input = input;
        this.codec = codec;
        this.groups = groups;
    }

    void add(byte[] key, byte[] record) throws Exception {
        add(key, 0, key.length, record, 0, record.length);
    }

    void add(byte[] keys, int keyAt, int keyLength, byte[] records, int recordAt, int recordLength) throws Exception {
        if (codec != null) {
            in.reset(records, recordAt, recordLength);
            input.addAgain(codec.decode(in), groups == null ? 0 : RecordKey.group(keys, keyAt), groups);
        } else if (groups == null || groups.takes(keys, keyAt, keyLength)) {
            byte[] key = Arrays.copyOfRange(keys, keyAt, keyAt + keyLength);
            byte[] record = Arrays.copyOfRange(records, recordAt, recordAt + recordLength);
            input.add(key, keyLength, record, recordLength);
        }
    }
}
