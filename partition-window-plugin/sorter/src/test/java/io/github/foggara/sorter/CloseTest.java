package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.sorter.spill.BlockReader;
import io.github.foggara.sorter.spill.BlockWriter;
import io.github.foggara.sorter.spill.SpillFile;
import io.github.foggara.sorter.spill.SpillSpace;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Closing while another thread is in the middle of its work. */
class CloseTest {
    private final MemorySpace space = new MemorySpace();
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void stop() {
        goOn.countDown();
        threads.shutdown();
    }

    private void stay() throws IOException {
        reached.countDown();
        try {
            goOn.await();
        } catch (InterruptedException interrupted) {
            throw new IOException(interrupted);
        }
    }

    /** Stays in its first block, written or read. */
    private final class Slow implements SpillSpace {
        private final boolean writing;

        Slow(boolean writing) {
            this.writing = writing;
        }

        @Override
        public SpillFile create(String purpose) throws IOException {
            SpillFile file = space.create(purpose);
            return new SpillFile() {
                @Override
                public BlockWriter write() throws IOException {
                    if (writing) {
                        stay();
                    }
                    return file.write();
                }

                @Override
                public BlockReader read(long fromBlock) throws IOException {
                    return new Reader(file.read(fromBlock));
                }

                @Override
                public long bytes() {
                    return file.bytes();
                }

                @Override
                public long blocks() {
                    return file.blocks();
                }

                @Override
                public void delete() {
                    file.delete();
                }
            };
        }
    }

    private final class Reader implements BlockReader {
        private final BlockReader reader;

        Reader(BlockReader reader) {
            this.reader = reader;
        }

        @Override
        public int next(byte[] target, int offset) throws IOException {
            stay();
            return reader.next(target, offset);
        }

        @Override
        public int records() {
            return reader.records();
        }

        @Override
        public long firstPrefix() {
            return reader.firstPrefix();
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    private ExternalSorter sorter(boolean writing) {
        Waiting waiting = new Waiting() {
            @Override
            public <T> T await(CompletionStage<T> stage) throws Exception {
                return Later.value(stage.toCompletableFuture());
            }
        };
        return new ExternalSorter(
                new SorterOptions(SorterOptions.LEAST_MEMORY, 8, new Slow(writing), threads, waiting));
    }

    private void checkItEndsSoon(ExternalSorter sorter) throws Exception {
        sorter.close();
        assertThat(sorter.released().toCompletableFuture()).isNotDone();
        goOn.countDown();
        sorter.released().toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
        assertThat(space.open).isZero();
    }

    @Test
    void doesNotWaitForASpillButFollowsIt() throws Exception {
        ExternalSorter sorter = sorter(true);
        Entry.add(sorter, Keys.RANDOM.entries(500, 60, new Random(1)));
        assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
        checkItEndsSoon(sorter);
    }

    @Test
    void doesNotWaitForAReadButFollowsIt() throws Exception {
        ExternalSorter sorter = sorter(false);
        Entry.add(sorter, Keys.RANDOM.entries(900, 60, new Random(1)));
        sorter.finish();
        assertThat(reached.await(10, TimeUnit.SECONDS)).isTrue();
        checkItEndsSoon(sorter);
    }
}
