package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a function emits for one group, until it has returned. A few records are kept as they are and leave without a look for mails, so that no
 * snapshot can fall between them; more are spooled. Task thread.
 */
final class GroupOutput {
    private static final int MOST = 256;
    private static final int MOST_BYTES = 64 << 10;

    private final RecordCodec<Object> codec;
    private final DammedOutput dam;
    private final List<Object> few = new ArrayList<>();
    private int bytes;
    private boolean many;

    GroupOutput(SpoolSpace space, RecordCodec<Object> codec, TaskContext context) {
        this.codec = codec;
        this.dam = new DammedOutput(space, codec, context);
    }

    void add(Object record) throws Exception {
        if (many) {
            dam.add(record);
            return;
        }
        few.add(codec.copy(record));
        bytes += codec.estimateBytes(record);
        if (few.size() > MOST || bytes > MOST_BYTES || bytes < 0) {
            many = true;
            for (Object each : few) {
                dam.add(each);
            }
            few.clear();
        }
    }

    /**
     * The function has returned.
     *
     * @param group key group of what it emitted
     */
    void emit(int group, Collector<Object> out) throws Exception {
        bytes = 0;
        if (many) {
            many = false;
            dam.complete(group);
            dam.emit(out);
            return;
        }
        few.forEach(out::collect);
        few.clear();
    }

    /** What was held back before a restart. */
    void emitHeld(Collector<Object> out) throws Exception {
        dam.emit(out);
    }

    List<HeldOutput> cut(List<Segment> segments, List<AutoCloseable> pins) {
        return dam.cut(segments, pins);
    }

    void restore(HeldOutput part, List<FormerSegment> segments, RecordCodec<Object> former) throws IOException {
        dam.restore(part, segments, former);
    }
}
