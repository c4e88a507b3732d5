package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.foggara.rpc.netty.LeakCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was found by fuzzing, and what it begins with: see CONTRIBUTING.md. */
@ExtendWith(LeakCheck.class)
class FuzzCorpusTest {
    /** Not from the classes of the tests, where a fuzzer puts what it tries. */
    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("basedir", ""), "src/test/resources/fuzz"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void itIsReadOrRefused(Path file) {
        assertThatCode(() -> FuzzTarget.fuzzerTestOneInput(Files.readAllBytes(file)))
                .doesNotThrowAnyException();
    }
}
