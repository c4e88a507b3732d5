package io.github.foggara.kernel.simulation;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** The numbers from 1 on, each a split of its own, and each takes a moment to read: so there is time for checkpoints. */
record Numbers(int last) implements Source<Long, Integer> {
    /** What a rolling count of them puts out, sorted. */
    static List<String> counts(int last, int keys) {
        List<String> lines = new ArrayList<>();
        int[] counts = new int[keys];
        for (int number = 1; number <= last; number++) {
            int key = number % keys;
            lines.add("key " + key + " count " + ++counts[key]);
        }
        return lines.stream().sorted().toList();
    }

    /** Themselves as lines, sorted. */
    static List<String> lines(int last) {
        return IntStream.rangeClosed(1, last).mapToObj(String::valueOf).sorted().toList();
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public Class<Long> recordType() {
        return Long.class;
    }

    @Override
    public SplitEnumerator<Integer> createEnumerator(EnumeratorContext<Integer> context) {
        return new Enumerator(last, 1, context);
    }

    @Override
    public SplitEnumerator<Integer> restoreEnumerator(EnumeratorContext<Integer> context, byte[] state) {
        return new Enumerator(last, ByteBuffer.wrap(state).getInt(), context);
    }

    @Override
    public SourceReader<Long, Integer> createReader(ReaderContext context) {
        return new Reader(context);
    }

    @Override
    public SplitCodec<Integer> splitCodec() {
        return new SplitCodec<>() {
            @Override
            public byte[] encode(Integer split) {
                return bytes(split);
            }

            @Override
            public Integer decode(byte[] bytes) {
                return ByteBuffer.wrap(bytes).getInt();
            }
        };
    }

    private static byte[] bytes(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static final class Enumerator implements SplitEnumerator<Integer> {
        private final int last;
        private final EnumeratorContext<Integer> context;
        private int next;

        Enumerator(int last, int next, EnumeratorContext<Integer> context) {
            this.last = last;
            this.next = next;
            this.context = context;
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask) {
            if (next > last) {
                context.noMoreSplits(subtask);
            } else {
                context.assign(subtask, next++);
            }
        }

        @Override
        public void addSplitsBack(List<Integer> splits, int subtask) {}

        @Override
        public byte[] snapshot(long checkpoint) {
            return bytes(next);
        }

        @Override
        public void close() {}
    }

    private static final class Reader implements SourceReader<Long, Integer> {
        private final ReaderContext context;
        private final Deque<Integer> waiting = new ArrayDeque<>();
        private boolean complete;

        Reader(ReaderContext context) {
            this.context = context;
        }

        @Override
        public void open() {
            context.requestSplit();
        }

        @Override
        public InputStatus poll(SourceOutput<Long> out) {
            Integer number = waiting.poll();
            if (number == null) {
                return complete ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
            }
            Witness.of(context.jobName()).pace();
            out.collect((long) number);
            context.requestSplit();
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public void addSplits(List<Integer> splits) {
            waiting.addAll(splits);
        }

        @Override
        public void noMoreSplits() {
            complete = true;
        }

        @Override
        public List<Integer> snapshot() {
            return List.copyOf(waiting);
        }

        @Override
        public void close() {
            waiting.clear();
        }
    }
}
