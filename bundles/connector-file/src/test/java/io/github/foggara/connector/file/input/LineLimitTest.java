package io.github.foggara.connector.file.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.connector.file.FileSource;
import io.github.foggara.connector.file.FileSplit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineLimitTest {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    Path dir;

    @Test
    void aSmallHeapLowersTheLimitAndALargeOneDoesNotRaiseIt() {
        assertThat(LineLimit.of(0, 128 * MEBIBYTE).bytes()).isEqualTo(8 << 20);
        assertThat(LineLimit.of(0, 1024 * MEBIBYTE - 16).bytes()).isEqualTo((64 << 20) - 1);
        assertThat(LineLimit.of(0, 1024 * MEBIBYTE).bytes()).isEqualTo(64 << 20);
        assertThat(LineLimit.of(0, Long.MAX_VALUE).bytes()).isEqualTo(64 << 20);
        assertThat(LineLimit.of(0, 1).bytes()).isEqualTo(1);
    }

    @Test
    void whatTheJobSaysCountsWhateverTheHeap() {
        assertThat(LineLimit.of(1 << 30, 128 * MEBIBYTE).bytes()).isEqualTo(1 << 30);
        assertThat(LineLimit.of(7, 128 * MEBIBYTE).bytes()).isEqualTo(7);
    }

    @Test
    void aLineAboveWhatTheHeapAllowsIsRefusedInWords() throws Exception {
        int longest = 1 << 16;
        read(LineLimit.of(0, MEBIBYTE), longest);
        assertThatThrownBy(() -> read(LineLimit.of(0, MEBIBYTE), longest + 1))
                .isInstanceOf(LineTooLongException.class)
                .hasMessageContainingAll(
                        dir.resolve("lines").toString(),
                        "begins at byte 2 ",
                        "longer than 65536 bytes",
                        "1/16 of the heap of 1 MiB",
                        "maxLineLength(bytes)",
                        "-Xmx",
                        "FOGGARA_JAVA_OPTS");
        assertThatThrownBy(() -> read(LineLimit.of(9, MEBIBYTE), 10))
                .hasMessageContaining("longer than 9 bytes (which maxLineLength at the source allows)");
        assertThat(LineLimit.of(0, Long.MAX_VALUE).exceeded("f", 0))
                .hasMessageContaining("(the limit if a source sets none)");
    }

    /** A job is the same whatever the heap of the process that defines it. */
    @Test
    void aSourceDoesNotNameALimitThatNobodySet() {
        assertThat(FileSource.lines("x").toString()).contains("maxLineLength=0,");
    }

    private void read(LineLimit limit, int length) throws IOException {
        Path file = Files.writeString(dir.resolve("lines"), "a\n" + "x".repeat(length) + "\nb\n");
        FileSplit split = new FileSplit(
                file.toString(),
                0,
                Files.size(file),
                Files.size(file),
                Files.getLastModifiedTime(file).toMillis());
        try (SplitReader reader = SplitReader.open(split, new LineFormat(), limit)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isTrue();
            assertThat(reader.line().length()).isEqualTo(length);
        }
    }
}
