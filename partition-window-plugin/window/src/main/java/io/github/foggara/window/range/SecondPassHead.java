package io.github.foggara.window.range;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.window.Heads;
import io.github.foggara.window.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a {@link SecondPass}'s state: kind and version {@value #VERSION} (1 byte each), whether all has left (1 byte), parallelism, layout of keys, number
 * of records that have left, number of tallies, and each of them behind its length. The segments are the records.
 *
 * @param tallies none if all has left
 */
record SecondPassHead(int parallelism, boolean done, String layout, long emitted, List<Tally> tallies) {
    private static final int VERSION = 2;

    /** Whether records may have left. */
    boolean complete() {
        return done || tallies.size() == parallelism;
    }

    byte[] encode(Kind kind) {
        RecordOutput out = Heads.begin(kind, VERSION, 256);
        out.writeByte(done ? 1 : 0);
        out.writeInt(parallelism);
        out.writeString(layout);
        out.writeVarLong(emitted);
        out.writeVarLong(tallies.size());
        for (Tally tally : tallies) {
            byte[] bytes = tally.encode();
            out.writeVarLong(bytes.length);
            out.writeBytes(bytes, 0, bytes.length);
        }
        return out.toByteArray();
    }

    /**
     * @throws IncompatibleStateException if it is that of another operation
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static SecondPassHead decode(byte[] head, Kind kind, String operator) {
        return Heads.decode(head, kind, VERSION, operator, SecondPassHead::decode);
    }

    private static SecondPassHead decode(RecordInput in) {
        boolean done = in.readByte() != 0;
        int parallelism = in.readInt();
        String layout = in.readString();
        long emitted = in.readVarLong();
        int count = in.readLength();
        List<Tally> tallies = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tallies.add(Tally.decode(in.readBytes(in.readLength())));
        }
        return new SecondPassHead(parallelism, done, layout, emitted, List.copyOf(tallies));
    }

    /**
     * @param records in the segments
     * @throws IllegalArgumentException if they cannot be its
     */
    void checkRecords(long records, String operator) {
        if (!done) {
            Heads.upTo(records, emitted, operator);
        }
    }
}
