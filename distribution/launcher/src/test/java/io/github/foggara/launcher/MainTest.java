package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {

    @ParameterizedTest
    @ValueSource(strings = {"start", "stop", "status", "shell", "prepare", "version"})
    void everyCommandHasItsHelp(String command) {
        assertThat(Usage.of(command))
                .hasValueSatisfying(text -> assertThat(text).startsWith("Usage: foggara " + command));
    }

    @Test
    void runTellsItsHelpItself() {
        assertThat(Usage.of("run")).isEmpty();
        assertThat(Usage.of("bogus")).isEmpty();
    }

    @Test
    void resultsThatCannotBeWrittenAreNoSuccess() {
        PrintStream full = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                },
                false,
                StandardCharsets.UTF_8);
        full.print("x");

        assertThat(Main.written(full)).isEqualTo(ExitCode.FAILED);
        assertThat(Main.written(new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8)))
                .isEqualTo(ExitCode.OK);
    }
}
