package io.github.foggara.window;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of the state of an operator that sorts: kind and version {@value #VERSION} (1 byte each), flags (1 byte), the layout of its keys as text, the order as
 * text, the limit, parallelism, first and last
 * key group, how far its results have left, number of the parts of what is held back, and of each its key group, the number of its segments and
 * of records that have left. The segments are those of the sorter, that of {@link TopRecords} if there is one, and those of the parts. Numbers
 * are of variable length where nothing is said.
 *
 * @param done all has left: there is nothing else
 * @param top whether there is a segment of the few records that are wanted
 * @param measured whether each key ends with the length of its first part, see {@link RecordKey}
 * @param ownBytes whether equal keys may have other bytes in another run
 * @param layout see {@link RecordKey#layout}
 * @param terms what was asked for
 * @param parallelism of the operator that wrote it
 * @param groups of the subtask that wrote it
 * @param outputs what a function emitted and has not left
 */
record SortHead(
        boolean done,
        boolean top,
        boolean measured,
        boolean ownBytes,
        String layout,
        SortTerms terms,
        int parallelism,
        KeyGroupRange groups,
        Progress progress,
        List<HeldOutput> outputs) {
    private static final int VERSION = 3;
    private static final int DONE = 1;
    private static final int TOP = 2;
    private static final int OWN_BYTES = 4;
    private static final int MEASURED = 8;
    private static final int DROPPED = 16;
    private static final int LEFT = 32;
    private static final int FLAGS = DONE | TOP | OWN_BYTES | MEASURED | DROPPED | LEFT;

    byte[] encode(Kind kind) {
        RecordOutput out = Heads.begin(kind, VERSION, 128);
        out.writeByte((done ? DONE : 0)
                | (top ? TOP : 0)
                | (ownBytes ? OWN_BYTES : 0)
                | (measured ? MEASURED : 0)
                | (terms.dropped() ? DROPPED : 0)
                | (terms.left() ? LEFT : 0));
        out.writeString(layout);
        out.writeString(terms.order());
        out.writeVarLong(terms.limit());
        out.writeVarLong(parallelism);
        out.writeVarLong(groups.first());
        out.writeVarLong(groups.last());
        out.writeVarLong(progress.consumed());
        out.writeVarLong(progress.inGroup());
        out.writeVarLong(outputs.size());
        for (HeldOutput output : outputs) {
            out.writeVarLong(output.group());
            out.writeVarLong(output.segments());
            out.writeVarLong(output.position());
        }
        return out.toByteArray();
    }

    /**
     * @param segments how many there are
     * @throws IncompatibleStateException if it is that of another operation
     * @throws IllegalArgumentException if it is damaged, or of another version
     */
    static SortHead decode(byte[] head, Kind kind, int segments, String operator) {
        return Heads.decode(head, kind, VERSION, operator, in -> decode(in, segments, operator));
    }

    private static SortHead decode(RecordInput in, int segments, String operator) {
        int flags = in.readUnsignedByte();
        if ((flags & ~FLAGS) != 0) {
            throw Heads.damaged(operator, "flags " + flags);
        }
        String layout = in.readString();
        SortTerms terms = new SortTerms(
                in.readString(),
                Heads.upTo(Long.MAX_VALUE, in.readVarLong(), operator),
                (flags & DROPPED) != 0,
                (flags & LEFT) != 0);
        int parallelism = (int) Heads.upTo(Short.MAX_VALUE + 1, in.readVarLong(), operator);
        int first = (int) Heads.upTo(Short.MAX_VALUE, in.readVarLong(), operator);
        int last = (int) Heads.upTo(Short.MAX_VALUE, in.readVarLong(), operator);
        Progress progress = new Progress(
                Heads.upTo(Long.MAX_VALUE, in.readVarLong(), operator),
                Heads.upTo(Long.MAX_VALUE, in.readVarLong(), operator));
        int left = segments - ((flags & TOP) != 0 ? 1 : 0);
        List<HeldOutput> outputs = outputs(in, left, operator);
        if (left < 0 || last < first) {
            throw Heads.damaged(operator, "its head speaks of more segments than the " + segments + " there are");
        }
        return new SortHead(
                (flags & DONE) != 0,
                (flags & TOP) != 0,
                (flags & MEASURED) != 0,
                (flags & OWN_BYTES) != 0,
                layout,
                terms,
                parallelism,
                new KeyGroupRange(first, last),
                progress,
                List.copyOf(outputs));
    }

    /**
     * @param segments that they have at most
     */
    private static List<HeldOutput> outputs(RecordInput in, int segments, String operator) {
        int count = in.readLength();
        int left = segments;
        List<HeldOutput> outputs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int group = (int) Heads.upTo(Short.MAX_VALUE, in.readVarLong(), operator);
            int size = (int) Heads.upTo(Math.max(0, left), in.readVarLong(), operator);
            outputs.add(new HeldOutput(group, size, Heads.upTo(Long.MAX_VALUE, in.readVarLong(), operator)));
            left -= size;
        }
        return outputs;
    }

    /** Segments of the sorter, of so many. */
    int sorterSegments(int segments) {
        return segments
                - (top ? 1 : 0)
                - outputs.stream().mapToInt(HeldOutput::segments).sum();
    }
}
