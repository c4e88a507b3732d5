package io.github.foggara.kernel.simulation;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.PullOperator;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.api.task.TaskContext;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks for all numbers of its subtask and emits them when there are no more. Its state are segments of {@value #SIZE} numbers, and a head with
 * how many it has emitted and the numbers that fill no segment.
 */
final class Hoarding implements PullOperator<Object, Object>, SegmentedState {
    /** Stands for it in a program. */
    static final class Function implements MapPartitionFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void mapPartition(Iterable<Long> values, Collector<Long> out) {
            throw new UnsupportedOperationException("The operator does it all");
        }
    }

    static final String UID = "hoard-read";
    private static final int SIZE = 3;

    private final List<Long> numbers = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();
    private TaskContext context;
    private Witness.Attempt attempt;
    private int emitted;

    @Override
    public void open(TaskContext opened) throws Exception {
        context = opened;
        attempt = Witness.of(context.jobName()).opened(UID, context.subtask(), context.attempt());
        for (FormerSegments former : context.segments(this, Scope.SUBTASK)) {
            for (FormerSegment segment : former.segments()) {
                segments.add(segment);
                try (InputStream in = segment.open()) {
                    take(ByteBuffer.wrap(in.readAllBytes()));
                }
            }
            ByteBuffer head = ByteBuffer.wrap(former.head());
            emitted = head.getInt();
            take(head);
        }
    }

    private void take(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            numbers.add(bytes.getLong());
        }
    }

    @Override
    public void pull(RecordCursor<Object> input, Collector<Object> out) throws Exception {
        while (input.advance()) {
            attempt.record();
            numbers.add((Long) input.record());
            int sealed = segments.size() * SIZE;
            if (numbers.size() - sealed == SIZE) {
                byte[] bytes = bytes(sealed, sealed + SIZE, 0).array();
                segments.add(segment -> segment.write(bytes));
            }
        }
    }

    private ByteBuffer bytes(int from, int to, int before) {
        ByteBuffer bytes = ByteBuffer.allocate(before + (to - from) * Long.BYTES);
        bytes.position(before);
        numbers.subList(from, to).forEach(bytes::putLong);
        return bytes;
    }

    @Override
    public void endInput(int input, Collector<Object> out) throws Exception {
        while (emitted < numbers.size()) {
            Witness.of(context.jobName()).pace();
            for (int call = 0; call < 128; call++) {
                context.betweenRecords();
            }
            out.collect(numbers.get(emitted++));
        }
    }

    @Override
    public SegmentedSnapshot snapshot() {
        byte[] head = bytes(segments.size() * SIZE, numbers.size(), Integer.BYTES)
                .putInt(0, emitted)
                .array();
        List<Segment> now = List.copyOf(segments);
        return new SegmentedSnapshot() {
            @Override
            public byte[] head() {
                return head;
            }

            @Override
            public List<Segment> segments() {
                return now;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {
        if (attempt != null) {
            attempt.closed();
        }
    }
}
