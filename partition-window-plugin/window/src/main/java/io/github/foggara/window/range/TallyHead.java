package io.github.foggara.window.range;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.window.Heads;
import io.github.foggara.window.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a {@link TallyOperator}: kind and version {@value #VERSION} (1 byte each), whether the tally was told (1 byte), parallelism, layout of keys, number
 * of samples of former subtasks, these samples, the sample that grows.
 */
record TallyHead(int parallelism, boolean done, String layout, List<Sample> former, Reservoir reservoir) {
    private static final int VERSION = 2;

    byte[] encode(Kind kind) {
        RecordOutput out = Heads.begin(kind, VERSION, 256);
        out.writeByte(done ? 1 : 0);
        out.writeInt(parallelism);
        out.writeString(layout);
        out.writeVarLong(former.size());
        former.forEach(sample -> sample.encode(out));
        reservoir.encode(out);
        return out.toByteArray();
    }

    /**
     * @throws IncompatibleStateException if it is that of another operation
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static TallyHead decode(byte[] head, Kind kind, String operator) {
        return Heads.decode(head, kind, VERSION, operator, TallyHead::decode);
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
