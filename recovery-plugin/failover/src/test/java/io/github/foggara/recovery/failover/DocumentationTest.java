package io.github.foggara.recovery.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation says of an option is what the option says of itself. */
class DocumentationTest {
    private static final Path PAGE = Path.of("../../docs/configuration.md");

    static Stream<Option<?>> options() {
        return Stream.<RestartBackoffStrategy>of(
                        new NoRestartStrategy(),
                        new FixedDelayBackoffStrategy(),
                        new ExponentialDelayBackoffStrategy(),
                        new FailureRateBackoffStrategy())
                .flatMap(strategy -> strategy.options().options().stream());
    }

    @ParameterizedTest
    @MethodSource("options")
    void anOptionHasItsLine(Option<?> option) throws IOException {
        List<String> lines = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `" + option.key() + "` |"))
                .toList();
        assertThat(lines).hasSize(1);
        String[] cells = lines.get(0).split(" *\\| *");
        Object fallback = option.fallback();
        assertThat(cells[2]).startsWith(fallback instanceof Duration d ? Words.duration(d) : fallback.toString());
        assertThat("from " + cells[3]).startsWith(option.range());
        assertThat(cells[4]).isEqualTo(option.takesEffect().toString());
    }
}
