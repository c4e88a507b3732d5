package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.CompiledJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whoever copies code from the page about full-partition windows has code that compiles. */
class DocumentedWindowsTest {
    private static final Path PAGE = Path.of("../../docs/full-partition-windows.md");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** What the page takes as known. */
    private static final String AROUND = """
            package documented;

            import io.github.foggara.api.function.*;
            import io.github.foggara.api.sort.*;
            import io.github.foggara.connector.file.*;
            import io.github.foggara.streams.*;
            import java.nio.file.Path;

            public final class Block%d {
                record Request(String service, long milliseconds, String url) {}

                static void statements(StreamEnvironment env, DataStream<Request> stream, DataStream<String> lines) {
                    %s
                }

                %s
            }
            """;

    @Test
    void allOfItsCodeCompiles() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String block : BLOCK.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList()) {
            int type = block.startsWith("static ") ? 0 : block.indexOf("\nstatic ");
            String statements = type < 0 ? block : block.substring(0, type);
            String types = type < 0 ? "" : block.substring(type);
            sources.add(AROUND.formatted(sources.size(), statements, types));
        }
        assertThat(sources).hasSizeGreaterThan(4);
        assertThat(CompiledJob.compile(sources, System.getProperty("java.class.path")))
                .containsKeys("documented.Block0", "documented.Block1$Numbered");
    }
}
