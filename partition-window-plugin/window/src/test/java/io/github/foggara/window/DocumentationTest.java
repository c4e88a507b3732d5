package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation says of an option is what the option says of itself. */
class DocumentationTest {
    private static final Path DOCS = Path.of("../../docs");

    static Stream<Option<?>> options() {
        return WindowOptions.SET.options().stream();
    }

    @ParameterizedTest
    @MethodSource("options")
    void anOptionHasItsLine(Option<?> option) throws IOException {
        String[] cells = cells("configuration.md", option);
        assertThat(cells).hasSize(5);
        assertThat(cells[2]).isEqualTo(fallback(option));
        assertThat("from " + cells[3]).contains(option.range());
        assertThat(cells[4]).isEqualTo(option.takesEffect().toString());
        assertThat(cells("full-partition-windows.md", option)[2]).isEqualTo(cells[2]);
    }

    private static String[] cells(String page, Option<?> option) throws IOException {
        List<String> lines = Files.readAllLines(DOCS.resolve(page)).stream()
                .filter(line -> line.startsWith("| `" + option.key() + "` |"))
                .toList();
        assertThat(lines).as(page).hasSize(1);
        return lines.get(0).split(" *\\| *");
    }

    private static String fallback(Option<?> option) {
        if (option == WindowOptions.DIRECTORIES) {
            return "`spill` in the data directory";
        }
        Object value = option.fallback();
        if (option.type() == OptionType.MEMORY_SIZE) {
            return value.equals(Long.MAX_VALUE) ? "no limit" : ((long) value >> 20) + " mb";
        }
        return value.toString();
    }
}
