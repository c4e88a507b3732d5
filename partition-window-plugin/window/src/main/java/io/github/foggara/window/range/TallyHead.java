package io.github.foggara.window.range;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.window.Heads;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a {@link TallyOperator}: version {@value #VERSION} (1 byte), whether the tally was told (1 byte), parallelism, layout of keys, number
 * of samples of former subtasks, these samples, the sample that grows.
 */
record TallyHead(int parallelism, boolean done, String layout, List<Sample> former, Reservoir reservoir) {
    private static final int VERSION = 1;

    byte[] encode() {
        RecordOutput out = new RecordOutput(256);
        out.writeByte(VERSION);
        out.writeByte(done ? 1 : 0);
        out.writeInt(parallelism);
        out.writeString(layout);
        out.writeVarLong(former.size());
        former.forEach(sample -> sample.encode(out));
        reservoir.encode(out);
        return out.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static TallyHead decode(byte[] head, String operator) {
        return Heads.decode(head, VERSION, operator, TallyHead::decode);
    }

    private static TallyHead decode(RecordInput in) {
        boolean done = in.readByte() != 0;
        int parallelism = in.readInt();
        String layout = in.readString();
        int count = in.readLength();
        List<Sample> former = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            former.add(Sample.decode(in));
        }
        return new TallyHead(parallelism, done, layout, former, Reservoir.decode(in));
    }
}
