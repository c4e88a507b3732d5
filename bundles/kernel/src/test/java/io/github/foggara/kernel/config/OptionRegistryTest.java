package io.github.foggara.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.FakeCheckpoints;
import io.github.foggara.kernel.fixture.MemoryStorage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionRegistryTest {
    private final Bench bench = new Bench();
    private final OptionRegistry registry = new OptionRegistry(bench.plugins);

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @CsvSource({
        "paralelism, 2, Did you mean 'parallelism'?",
        "parallelism.default, 2, There is no option 'parallelism.default'",
        "shufle.service, x, Did you mean 'shuffle.service'?",
        "fake.batchsize, 2, Did you mean 'fake.batch-size'?",
        "zzz, 2, Known are [",
        "parallelism, 0, 'The option parallelism must be a whole number, from 1 to 32768; ''0'' is not'",
        "parallelism, 32769, '''32769'' is not'",
        "parallelism, abc, '''abc'' is not'",
        "execution.runtime-mode, sometimes, 'one of STREAMING BATCH AUTOMATIC; ''sometimes'' is not'",
        "pipeline.object-reuse, yes, true or false",
        "job.removal-grace, soon, 'duration such as 250 ms, 5 s, 3 min'",
        "job.removal-grace, 2 d, from 1 ms to 1 d",
        "fake.batch-size, 101, from 1 to 100",
        "taskmanager.memory.managed.size, 64 mb, belongs to the container and not to one job",
    })
    void refusesInWords(String key, String value, String words) {
        assertThatThrownBy(() -> registry.validate(Map.of(key, value)))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining(words)
                .satisfies(e -> assertThat(((InvalidOptionException) e).key()).isEqualTo(key));
    }

    @Test
    void acceptsWhatIsInRange() {
        assertThatCode(() -> registry.validate(Map.of(
                        "parallelism", " 32768 ",
                        "execution.runtime-mode", "batch",
                        "fake.batch-size", "100",
                        "pipeline.max-parallelism", "-1",
                        "job.define-timeout", "1 min")))
                .doesNotThrowAnyException();
    }

    @Test
    void aPluginMayPublishOptionsWithoutAnotherService() {
        OptionSet set = new OptionSet(
                "extra",
                List.of(new Option<>(
                        "extra.key", OptionType.INTEGER, 1, "", i -> true, TakesEffect.NEXT_FAILURE, "Something.")));
        assertThat(registry.problem(Map.of("extra.key", "1"))).isPresent();
        bench.plugins.register(OptionSet.class, "extra", "extra/1", 0, set);
        assertThat(registry.problem(Map.of("extra.key", "1"))).isEmpty();
        assertThat(registry.options().keySet()).containsAll(Set.of("extra.key", "fake.batch-size", "parallelism"));
        assertThat(bench.plugins.plugins()).allMatch(p -> p.leases() == 0);
    }

    @Test
    void anUnknownKeyPassesOnlyWhileTheChosenShuffleIsAbsent() {
        Map<String, String> values = Map.of("shuffle.service", "netty", "netty.port.range", "1");
        assertThat(registry.problem(values)).isEmpty();
        assertThat(registry.problem(Map.of("shuffle.service", "netty", "paralelism", "1")))
                .isPresent();
        assertThat(registry.problem(Map.of("netty.port.range", "1"))).isPresent();
    }

    @Test
    void aKeyOfAPluginThatIsToComePassesUnlessItResemblesAnother() {
        assertThat(registry.problemSoFar(Map.of("sorter.memory", "1 mb"))).isEmpty();
        assertThat(registry.problemSoFar(Map.of("paralelism", "1")).orElseThrow())
                .contains("'parallelism'");
        assertThat(registry.problemSoFar(Map.of("parallelism", "0"))).isPresent();
        assertThat(registry.atOnce(
                        new Configuration(Map.of("sorter.memory", "1 mb")),
                        new Configuration(Map.of("sorter.memory", "2 mb"))))
                .as("it takes effect when its plugin is back")
                .isTrue();
    }

    @Test
    void aKeyThatIsSetForAllJobsMayBelongToAPluginThatSomeDoNotUse() {
        assertThat(registry.problem(Map.of("sorter.memory", "1 mb"))).isPresent();
        registry.defaults(Set.of("sorter.memory"));
        assertThat(registry.problem(Map.of("sorter.memory", "1 mb"))).isEmpty();
        assertThat(registry.problem(Map.of("sorter.memory", "1 mb", "sorter.mem", "1 mb")))
                .isPresent();
    }

    @Test
    void keysOfCheckpointsWaitForTheirPlugin() {
        Configuration before = new Configuration(Map.of("execution.checkpointing.interval", "1 s"));
        Configuration after = new Configuration(Map.of("execution.checkpointing.interval", "2 s"));
        assertThat(registry.problem(after.values())).isEmpty();
        assertThat(registry.problem(Map.of("execution.checkpointing.interval", "2 s", "paralelism", "1")))
                .isPresent();
        assertThat(registry.atOnce(before, after)).as("the run goes on").isTrue();
        assertThat(registry.atOnce(before, new Configuration(Map.of("parallelism", "2"))))
                .isFalse();
        bench.plugins.register(
                CheckpointService.class, "default", "checkpoint/1", 0, new FakeCheckpoints(new MemoryStorage()));
        assertThat(registry.problem(after.values())).isEmpty();
        assertThat(registry.problem(Map.of("execution.checkpointing.zzz", "1")).orElseThrow())
                .contains("There is no option 'execution.checkpointing.zzz'");
    }

    @Test
    void onlyKeysThatNeedNoRestartAreAtOnce() {
        Configuration before = new Configuration(Map.of("parallelism", "1"));
        assertThat(registry.atOnce(before, new Configuration(Map.of("parallelism", "1", "job.removal-grace", "1 s"))))
                .isTrue();
        assertThat(registry.atOnce(before, new Configuration(Map.of("parallelism", "2"))))
                .isFalse();
        assertThat(registry.atOnce(before, Configuration.EMPTY)).isFalse();
    }

    @Test
    void propertiesAreCutApart() {
        JobProperties properties = JobProperties.of(Map.of(
                "program", " word-count ",
                "parallelism", "2",
                "arg.input", " with space ",
                "service.pid", "x",
                "felix.fileinstall.filename", "y",
                "component.name", "z"));
        assertThat(properties.program()).isEqualTo("word-count");
        assertThat(properties.options()).isEqualTo(Map.of("parallelism", "2"));
        assertThat(properties.arguments()).isEqualTo(Map.of("input", " with space "));
    }

    @Test
    void distanceCountsSwapsAsOne() {
        assertThat(EditDistance.between("abc", "abc")).isZero();
        assertThat(EditDistance.between("abc", "acb")).isEqualTo(1);
        assertThat(EditDistance.between("", "abc")).isEqualTo(3);
        assertThat(EditDistance.between("kitten", "sitting")).isEqualTo(3);
    }
}
