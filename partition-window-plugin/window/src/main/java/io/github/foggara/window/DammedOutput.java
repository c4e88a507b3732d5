package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.sorter.spill.SpoolCut;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What a function emitted and nobody has seen yet. It is held back until the function has returned or the input has ended, and then emitted one
 * by one; what is left and how far it got is state. Task thread.
 *
 * <p>After a restart with another parallelism there may be several such outputs, which are emitted one after the other.
 */
final class DammedOutput {
    /** Records that are spooled between two looks for mails: a look costs about as much as a record. */
    private static final int RECORDS_PER_LOOK = 64;

    private final SpoolSpace space;
    private final RecordCodec<Object> codec;
    private final TaskContext context;
    private final Deque<Part> parts = new ArrayDeque<>();
    /** Null if the function emitted nothing yet. */
    private SpooledRecords own;

    private int looks;

    /** Output of one call. */
    private static final class Part {
        private final int group;
        private final SpooledRecords records;
        /** Records that were emitted. */
        private long position;

        Part(int group, SpooledRecords records, long position) {
            this.group = group;
            this.records = records;
            this.position = position;
        }
    }

    DammedOutput(SpoolSpace space, RecordCodec<Object> codec, TaskContext context) {
        this.space = space;
        this.codec = codec;
        this.context = context;
    }

    /** Holds a record of the function back. */
    void add(Object record) throws Exception {
        if (own == null) {
            own = space.records("out", codec);
        }
        own.add(record);
        if (++looks % RECORDS_PER_LOOK == 0) {
            context.betweenRecords();
        }
    }

    /**
     * The function has returned: what it emitted is state from now on, and will not be emitted by another call.
     *
     * @param group see {@link HeldOutput}
     */
    void complete(int group) {
        if (own != null) {
            parts.add(new Part(group, own, 0));
            own = null;
        }
    }

    /** Emits all of it. A snapshot may be taken meanwhile. */
    void emit(Collector<Object> out) throws Exception {
        while (!parts.isEmpty()) {
            Part part = parts.peek();
            try (SpooledRecords.Reader reader = part.records.read(part.position)) {
                while (reader.next()) {
                    context.betweenRecords();
                    out.collect(reader.record());
                    part.position++;
                }
            }
            parts.remove();
            space.retire(part.records);
        }
    }

    /**
     * What of it is state.
     *
     * @param segments gets the segments
     * @return for the head, of each part in the order of the segments
     */
    List<HeldOutput> cut(List<Segment> segments, List<AutoCloseable> pins) {
        List<HeldOutput> heads = new ArrayList<>();
        for (Part part : parts) {
            SpoolCut cut = part.records.cut();
            pins.add(cut);
            segments.addAll(cut.segments());
            heads.add(new HeldOutput(part.group, cut.segments().size(), part.position));
        }
        return heads;
    }

    /**
     * Takes over a part of a snapshot.
     *
     * @param part what its head says
     * @param former reads its records; null if they are written as they would be now
     */
    void restore(HeldOutput part, List<FormerSegment> segments, RecordCodec<Object> former) throws IOException {
        SpooledRecords records = space.records("out", codec);
        records.restore(segments, former);
        if (part.position() > records.count()) {
            throw Heads.damaged(
                    context.operatorName(), part.position() + " of " + records.count() + " records were emitted");
        }
        parts.add(new Part(part.group(), records, part.position()));
    }
}
