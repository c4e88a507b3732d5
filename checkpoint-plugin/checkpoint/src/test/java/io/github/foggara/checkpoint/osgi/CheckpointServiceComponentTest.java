package io.github.foggara.checkpoint.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.testkit.checkpoint.CoordinatorScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointServiceComponentTest {
    private static final String INTERVAL = "execution.checkpointing.interval";

    @TempDir
    private Path directory;

    private List<String> afterASecond(CheckpointServiceComponent component, Map<String, String> options) {
        CoordinatorScenario scenario = new CoordinatorScenario(component, new JobId(1, 1), directory, options, 0);
        scenario.job().runtime().advance(Duration.ofSeconds(1));
        return scenario.job().takeSaid();
    }

    @Test
    void itsConfigurationHoldsForJobsThatSetNothing() {
        CheckpointServiceComponent component =
                new CheckpointServiceComponent(Map.of(INTERVAL, "1 s", "service.pid", "x"));
        assertThat(afterASecond(component, Map.of())).containsExactly("issue 1");
        assertThat(afterASecond(component, Map.of("interval", "1 min"))).isEmpty();
        component.modified(Map.of());
        assertThat(afterASecond(component, Map.of())).isEmpty();
    }

    @Test
    void aBadValueLeavesTheOldOnes() {
        CheckpointServiceComponent component = new CheckpointServiceComponent(Map.of(INTERVAL, "1 s"));
        component.modified(Map.of(INTERVAL, "1 ms"));
        assertThat(afterASecond(component, Map.of())).containsExactly("issue 1");
    }

    @Test
    void everyOptionHasADefaultThatItAccepts() {
        for (Option<?> option : CheckpointOptions.SET.options()) {
            assertThat(option.key()).startsWith(CheckpointOptions.PREFIX);
            assertThat(option.description()).as(option.key()).isNotBlank();
            assertAccepted(option);
        }
        assertThatThrownBy(() -> CheckpointOptions.TIMEOUT.parse("3 ms"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("10 ms or more");
        assertThatThrownBy(() -> CheckpointOptions.MODE.parse("twice")).hasMessageContaining("AT_LEAST_ONCE");
        assertThat(new CheckpointServiceComponent(Map.of()).options()).isSameAs(CheckpointOptions.SET);
        assertThat(new CheckpointServiceComponent(Map.of()).capabilities()).contains("barrier-floor");
    }

    /** A running job must not look for its files elsewhere. */
    @Test
    void anotherDirectoryMeetsNoLifeInItsMiddle() throws IOException {
        String key = CheckpointOptions.DIRECTORY.key();
        Path before = directory.resolve("before");
        CheckpointServiceComponent component = new CheckpointServiceComponent(Map.of(key, before.toString()));
        Configuration life = component.storageOptions(Configuration.EMPTY);
        component.modified(Map.of(key, directory.resolve("after").toString()));
        for (Configuration of : List.of(life, component.storageOptions(Configuration.EMPTY))) {
            CheckpointStorage storage =
                    component.openStorage(new StorageContext(new JobId(1, 2), "job", directory, of, 1));
            try (CheckpointStorage.Writer writer = storage.writer(1, "part")) {
                writer.begin().write(new byte[30_000]);
                writer.end();
                writer.force();
            }
        }
        assertThat(before.resolve(new JobId(1, 2) + "/chk-1/part")).exists();
        assertThat(directory.resolve("after").resolve(new JobId(1, 2) + "/chk-1/part"))
                .exists();
        component.modified(Map.of());
        assertThat(component.storageOptions(life).get(CheckpointOptions.DIRECTORY))
                .isEqualTo(before.toString());
    }

    /** Each life of a job opens its storage once, with what holds then. */
    @Test
    void whatTheStorageReadsTakesEffectByARestart() {
        assertThat(List.of(CheckpointOptions.DIRECTORY, CheckpointOptions.INLINE_THRESHOLD))
                .allMatch(option -> option.takesEffect() == TakesEffect.RESTART);
    }

    private static <T> void assertAccepted(Option<T> option) {
        assertThat(option.fallback() == null || option.accepts().test(option.fallback()))
                .as(option.key())
                .isTrue();
    }
}
