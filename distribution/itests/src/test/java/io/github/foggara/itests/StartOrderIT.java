package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.HostContainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** There are no start levels: whoever misses a service waits for it. {@code -Dseed=} repeats one order. */
class StartOrderIT {
    private static final int ORDERS = Integer.getInteger("foggara.orders", 20);
    private static final long FIRST_SEED = 4711;

    static LongStream seeds() {
        Long one = Long.getLong("seed");
        return one == null ? LongStream.range(FIRST_SEED, FIRST_SEED + ORDERS) : LongStream.of(one);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anyOrderOfStartsReachesReadiness(long seed) {
        List<Path> bundles = new ArrayList<>(Distribution.bundles());
        bundles.add(Distribution.job("wordcount"));
        Collections.shuffle(bundles, new Random(seed));
        Path work = Distribution.workDirectory("StartOrderIT");

        try (HostContainer container = HostContainer.start(work, bundles).awaitReady()) {
            Eventually.get(
                    "program and plugin are there",
                    () -> container.status() + container.shell("plugin:list"),
                    text -> text.contains("programs  word-count") && text.contains("ShuffleService"));
            assertThat(container.status()).contains("health    ok");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("foggara"));
    }
}
