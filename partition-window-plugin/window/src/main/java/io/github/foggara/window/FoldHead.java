package io.github.foggara.window;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.function.Supplier;

/**
 * The state of a {@link FoldOperator}: kind and version {@value #VERSION} (1 byte each), what there is (1 byte), the accumulator if there is one.
 *
 * @param done the result was emitted
 * @param accumulator null if there is none
 */
record FoldHead(boolean done, boolean seeded, Object accumulator) {
    private static final int VERSION = 2;
    private static final int EMPTY = 0;
    private static final int SEEDED = 1;
    private static final int DONE = 2;

    static byte[] encode(Kind kind, boolean done, Fold fold, RecordCodec<Object> codec) {
        RecordOutput out = Heads.begin(kind, VERSION, 64);
        if (done || !fold.seeded()) {
            out.writeByte(done ? DONE : EMPTY);
        } else {
            out.writeByte(SEEDED);
            codec.encode(fold.accumulator(), out);
        }
        return out.toByteArray();
    }

    /**
     * @param codec gives what reads what was written then; is asked only if that was a state of this kind
     * @throws IncompatibleStateException if it is that of another operation
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static FoldHead decode(byte[] head, Kind kind, Supplier<RecordCodec<Object>> codec, String operator) {
        return Heads.decode(head, kind, VERSION, operator, in -> decode(in, codec.get(), operator));
    }

    private static FoldHead decode(RecordInput in, RecordCodec<Object> codec, String operator) {
        int what = in.readUnsignedByte();
        if (what > DONE) {
            throw Heads.damaged(operator, "there is no state " + what);
        }
        return new FoldHead(what == DONE, what == SEEDED, what == SEEDED ? codec.decode(in) : null);
    }
}
