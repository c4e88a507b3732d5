package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataLockTest {
    @TempDir
    private Path data;

    @Test
    void aSecondOwnerIsRefusedAndToldWhoTheFirstIs() throws Exception {
        try (DataLock first = DataLock.acquire(data)) {
            assertThat(first).isNotNull();
            assertThatExceptionOfType(LauncherException.class)
                    .isThrownBy(() -> DataLock.acquire(data))
                    .withMessageContaining(data.toString())
                    .withMessageContaining("process " + ProcessHandle.current().pid())
                    .satisfies(e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ALREADY_RUNNING));
        }
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamedWithWhatToDo() {
        Path absent = data.resolve("absent");
        assertThatExceptionOfType(LauncherException.class)
                .isThrownBy(() -> DataLock.acquire(absent))
                .withMessageContaining(absent.toString())
                .withMessageContaining("FOGGARA_DATA");
    }

    @Test
    void isFreeAfterTheOwnerHasGone() throws Exception {
        DataLock.acquire(data).close();

        DataLock.acquire(data).close();
    }

    @Test
    void whatAnOlderProcessWroteDoesNotMatter() throws Exception {
        Files.writeString(data.resolve("lock"), "not a process id, and a long text at that");

        DataLock.acquire(data).close();

        assertThat(data.resolve("lock"))
                .hasContent(Long.toString(ProcessHandle.current().pid()));
    }
}
