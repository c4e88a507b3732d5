package io.github.foggara.kernel.ha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leadership over processes: one that is killed no longer leads, and the epochs it granted are not granted again. */
@Timeout(120)
class LeaderProcessTest {
    @TempDir
    private Path directory;

    /** Leads, grants three epochs, says so by a file, and stays. */
    static final class Leader {
        private Leader() {}

        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            FileLeaderElection election = FileLeaderElection.acquire(directory);
            for (int i = 0; i < 3; i++) {
                election.nextEpoch();
            }
            Files.createFile(directory.resolve("ready"));
            // Ends with its parent at the latest.
            while (System.in.read() >= 0) {
                election.leader();
            }
        }
    }

    @Test
    void aKilledProcessNoLongerLeads() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Leader.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try {
            while (!Files.exists(directory.resolve("ready"))) {
                assertThat(process.waitFor(20, TimeUnit.MILLISECONDS))
                        .as("the leader ended early")
                        .isFalse();
            }
            assertThatThrownBy(() -> FileLeaderElection.acquire(directory))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("locked");
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (FileLeaderElection election = FileLeaderElection.acquire(directory)) {
            assertThat(election.nextEpoch()).isEqualTo(4);
        }
    }
}
