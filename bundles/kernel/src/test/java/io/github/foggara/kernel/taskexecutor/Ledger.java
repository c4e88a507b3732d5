package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.TaskContext;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps its numbers in segments of {@value #SIZE}, the rest in its head, and emits all of them when its input has ended. */
final class Ledger implements Operator<Object, Object>, SegmentedState {
    static final int SIZE = 4;

    /** What the ledgers of a test have done. */
    static final class Books {
        final SegmentedState.Scope scope;
        /** How often a segment was written to its end, by its first number. */
        final Map<Long, Integer> writes = new ConcurrentHashMap<>();

        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger takenOver = new AtomicInteger();
        /** When a segment begins to be written. */
        volatile Writing writing = first -> {};
        /** What snapshot throws. */
        volatile RuntimeException failure;
        /** Segments that only wait to be forgotten. */
        volatile boolean forgetful;

        Books(SegmentedState.Scope scope) {
            this.scope = scope;
        }
    }

    /** What happens while a segment is written. */
    interface Writing {
        void begins(long first) throws IOException;
    }

    private final Books books;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Long> rest = new ArrayList<>();

    Ledger(Books books) {
        this.books = books;
    }

    @Override
    public void open(TaskContext context) {
        for (FormerSegments former : context.segments(this, books.scope)) {
            segments.addAll(former.segments());
            books.takenOver.addAndGet(former.segments().size());
            ByteBuffer head = ByteBuffer.wrap(former.head());
            while (head.hasRemaining()) {
                rest.add(head.getLong());
            }
        }
    }

    @Override
    public void process(int input, Object record, Collector<Object> out) {
        rest.add((Long) record);
        if (rest.size() == SIZE) {
            segments.add(new Sealed(List.copyOf(rest), books));
            rest.clear();
            if (books.forgetful) {
                segments.remove(0);
            }
        }
    }

    @Override
    public void endInput(int input, Collector<Object> out) throws Exception {
        for (Segment segment : segments) {
            for (long number : segment instanceof Sealed sealed ? sealed.numbers() : read((FormerSegment) segment)) {
                out.collect(number);
            }
        }
        rest.forEach(out::collect);
        segments.clear();
        rest.clear();
    }

    private static List<Long> read(FormerSegment segment) throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (InputStream in = segment.open()) {
            DataInputStream data = new DataInputStream(in);
            for (long i = 0; i < segment.length() / Long.BYTES; i++) {
                numbers.add(data.readLong());
            }
        }
        return numbers;
    }

    @Override
    public SegmentedSnapshot snapshot() {
        if (books.failure != null) {
            throw books.failure;
        }
        ByteBuffer head = ByteBuffer.allocate(rest.size() * Long.BYTES);
        rest.forEach(head::putLong);
        List<Segment> now = List.copyOf(segments);
        books.open.incrementAndGet();
        return new SegmentedSnapshot() {
            @Override
            public byte[] head() {
                return head.array();
            }

            @Override
            public List<Segment> segments() {
                return now;
            }

            @Override
            public void close() {
                books.open.decrementAndGet();
            }
        };
    }

    /** Numbers that do not change any more. */
    private record Sealed(List<Long> numbers, Books books) implements Segment {
        @Override
        public void write(OutputStream out) throws IOException {
            books.writing.begins(numbers.get(0));
            DataOutputStream data = new DataOutputStream(out);
            for (long number : numbers) {
                data.writeLong(number);
            }
            books.writes.merge(numbers.get(0), 1, Integer::sum);
        }
    }
}
