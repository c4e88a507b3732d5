package io.github.foggara.itests.window;

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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Numbers from 1 on, in one split. Waits behind half of them until it is opened or stopped. Known to its job by a name. */
final class Tap {
    private static final Map<String, Tap> KNOWN = new ConcurrentHashMap<>();

    private final CountDownLatch waits = new CountDownLatch(1);
    private volatile ReaderContext reader;
    private volatile boolean opened;
    private volatile boolean stopped;

    static Tap of(String name) {
        return KNOWN.computeIfAbsent(name, n -> new Tap());
    }

    /** Until the first half is out. */
    void await() throws InterruptedException {
        if (!waits.await(LocalEngine.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no half of the records within " + LocalEngine.LIMIT);
        }
    }

    void open() {
        opened = true;
        reader.wake();
    }

    /** The input ends where it is. */
    void stop() {
        stopped = true;
        reader.wake();
    }

    /**
     * @param half so many records come before it waits, and so many after it
     */
    record Numbers(String name, long half) implements Source<Long, Long> {
        @Override
        public Boundedness boundedness() {
            return Boundedness.BOUNDED;
        }

        @Override
        public Class<Long> recordType() {
            return Long.class;
        }

        @Override
        public SplitEnumerator<Long> createEnumerator(EnumeratorContext<Long> context) {
            return new OneSplit(context, true);
        }

        @Override
        public SplitEnumerator<Long> restoreEnumerator(EnumeratorContext<Long> context, byte[] state) {
            return new OneSplit(context, state[0] == 1);
        }

        @Override
        public SourceReader<Long, Long> createReader(ReaderContext context) {
            return new Reader(this, context);
        }

        @Override
        public SplitCodec<Long> splitCodec() {
            return new SplitCodec<>() {
                @Override
                public byte[] encode(Long next) {
                    return ByteBuffer.allocate(Long.BYTES).putLong(next).array();
                }

                @Override
                public Long decode(byte[] bytes) {
                    return ByteBuffer.wrap(bytes).getLong();
                }
            };
        }
    }

    private static final class OneSplit implements SplitEnumerator<Long> {
        private final EnumeratorContext<Long> context;
        private boolean there;

        OneSplit(EnumeratorContext<Long> context, boolean there) {
            this.context = context;
            this.there = there;
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask) {
            if (there) {
                there = false;
                context.assign(subtask, 1L);
            }
        }

        @Override
        public void addSplitsBack(List<Long> splits, int subtask) {
            there = true;
        }

        @Override
        public byte[] snapshot(long checkpoint) {
            return new byte[] {(byte) (there ? 1 : 0)};
        }

        @Override
        public void close() {}
    }

    private static final class Reader implements SourceReader<Long, Long> {
        private final Tap tap;
        private final long half;
        private final ReaderContext context;
        /** 0 before there is a split. */
        private long next;

        Reader(Numbers source, ReaderContext context) {
            this.tap = Tap.of(source.name());
            this.half = source.half();
            this.context = context;
        }

        @Override
        public void open() {
            tap.reader = context;
            context.requestSplit();
        }

        @Override
        public InputStatus poll(SourceOutput<Long> out) {
            if (next == 0) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            long last = tap.opened ? 2 * half : half;
            while (next <= last && out.mayContinue()) {
                out.collect(next++);
            }
            if (next <= last) {
                return InputStatus.MORE_AVAILABLE;
            }
            if (last == half) {
                tap.waits.countDown();
            }
            return tap.stopped || last > half ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public void addSplits(List<Long> splits) {
            next = splits.get(0);
        }

        @Override
        public void noMoreSplits() {}

        @Override
        public List<Long> snapshot() {
            return next == 0 ? List.of() : List.of(next);
        }

        @Override
        public void close() {}
    }
}
