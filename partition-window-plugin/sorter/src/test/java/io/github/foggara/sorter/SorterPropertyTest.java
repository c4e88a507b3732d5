package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * Whatever memory, fan-in, sizes and keys: the output is that of a stable sort in memory. {@code -Dfoggara.seeds=} asks for more;
 * {@code -Dseed=} repeats one.
 */
class SorterPropertyTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 150);

    @Test
    void sortsLikeAStableSortInMemory() throws Exception {
        Integer only = Integer.getInteger("seed");
        for (int seed = only == null ? 0 : only; seed < (only == null ? SEEDS : only + 1); seed++) {
            Later later = new Later();
            try {
                sortOnce(seed, later, later);
            } catch (Throwable failure) {
                throw new AssertionError("with -Dseed=" + seed, failure);
            }
        }
    }

    @Test
    void doesSoWithThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Waiting waiting = new Waiting() {
            @Override
            public <T> T await(CompletionStage<T> stage) throws Exception {
                return Later.value(stage.toCompletableFuture());
            }
        };
        try {
            for (int seed = 0; seed < SEEDS / 3; seed++) {
                sortOnce(seed, threads, waiting);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void seedsThatFollowEachOtherGiveAllKindsOfKeysAndFarNumbers() {
        Set<Keys> kinds = EnumSet.noneOf(Keys.class);
        Set<Integer> first = new HashSet<>();
        for (int seed = 0; seed < 150; seed++) {
            kinds.add(Keys.of(seed));
            first.add(Keys.random(seed).nextInt(16));
        }
        assertThat(kinds).containsExactlyInAnyOrder(Keys.values());
        assertThat(first).hasSize(16);
    }

    private static void sortOnce(int seed, Executor executor, Waiting waiting) throws Exception {
        Random random = Keys.random(seed);
        long memory = SorterOptions.LEAST_MEMORY + (random.nextInt(3) == 0 ? 0 : random.nextInt(300_000));
        int largest =
                random.nextInt(20) == 0 ? random.nextInt(400_000) : random.nextInt(4) == 0 ? 5000 : random.nextInt(120);
        int count = random.nextInt(largest > 5000 ? 60 : largest > 120 ? 600 : 6000);
        int fan = random.nextBoolean() ? 2 + random.nextInt(4) : 2 + random.nextInt(127);
        List<Entry> entries = Keys.of(seed).entries(count, largest, random);
        MemorySpace space = new MemorySpace();
        ExternalSorter sorter = new ExternalSorter(new SorterOptions(memory, fan, space, executor, waiting));
        Entry.add(sorter, entries);
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        assertThat(sorter.memory().peak()).isLessThanOrEqualTo(memory);
        assertThat(space.mostReaders).isLessThanOrEqualTo(fan);
        sorter.close();
        waiting.await(sorter.released());
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
        assertThat(space.open).isZero();
    }
}
