package io.github.foggara.window;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/**
 * The state of a {@link FoldOperator}: version {@value #VERSION} (1 byte), what there is (1 byte), the accumulator if there is one.
 *
 * @param done the result was emitted
 * @param accumulator null if there is none
 */
record FoldHead(boolean done, boolean seeded, Object accumulator) {
    private static final int VERSION = 1;
    private static final int EMPTY = 0;
    private static final int SEEDED = 1;
    private static final int DONE = 2;

    static byte[] encode(boolean done, Fold fold, RecordCodec<Object> codec) {
        RecordOutput out = new RecordOutput(64);
        out.writeByte(VERSION);
        if (done || !fold.seeded()) {
            out.writeByte(done ? DONE : EMPTY);
        } else {
            out.writeByte(SEEDED);
            codec.encode(fold.accumulator(), out);
        }
        return out.toByteArray();
    }

    /**
     * @param codec that reads what was written then
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static FoldHead decode(byte[] head, RecordCodec<Object> codec, String operator) {
        return Heads.decode(head, VERSION, operator, in -> decode(in, codec, operator));
    }

    private static FoldHead decode(RecordInput in, RecordCodec<Object> codec, String operator) {
        int what = in.readUnsignedByte();
        if (what > DONE) {
            throw Heads.damaged(operator, "there is no state " + what);
        }
        return new FoldHead(what == DONE, what == SEEDED, what == SEEDED ? codec.decode(in) : null);
    }
}
