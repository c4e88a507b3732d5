package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Options of the container among the defaults for all jobs. */
@Timeout(60)
class ContainerOptionsTest {
    private static final String SIZE = "taskmanager.memory.managed.size";

    @TempDir
    Path data;

    private Kernel kernel(Map<String, String> defaults) {
        return new Kernel(data, new FakePrograms(), ServiceLocator.none(), defaults);
    }

    @Test
    void bulkMemoryIsAPartOfTheHeap() {
        try (Kernel kernel = kernel(Map.of())) {
            long heap = Runtime.getRuntime().maxMemory();
            assertThat(kernel.memory().total()).isBetween(heap / 5 * 2 - (1 << 20), heap / 5 * 2);
        }
    }

    @Test
    void itsSizeChangesAtOnceAndIsNoDefaultOfJobs() {
        try (Kernel kernel = kernel(Map.of(SIZE, "64 mb", "parallelism", "2"))) {
            assertThat(kernel.memory().total()).isEqualTo(64 << 20);
            kernel.defaults(Map.of(SIZE, "0"));
            assertThat(kernel.memory().total()).isZero();
            assertThat(kernel.jobs().health()).isEmpty();
        }
    }

    @Test
    void aBadSizeLeavesTheFormerOneInForceAndIsTold() {
        try (Kernel kernel = kernel(Map.of(SIZE, "64 mb"))) {
            kernel.defaults(Map.of(SIZE, "much"));
            assertThat(kernel.memory().total()).isEqualTo(64 << 20);
            assertThat(kernel.jobs().health())
                    .singleElement()
                    .asString()
                    .contains("An option of the container is refused", SIZE, "'much'");
            kernel.defaults(Map.of());
            assertThat(kernel.jobs().health()).isEmpty();
        }
    }
}
