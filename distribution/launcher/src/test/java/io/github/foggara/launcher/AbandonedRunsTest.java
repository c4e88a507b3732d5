package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbandonedRunsTest {
    @TempDir
    Path parent;

    private Path run(String name) throws IOException {
        Path directory = Files.createDirectory(parent.resolve(name));
        Files.writeString(Files.createDirectory(directory.resolve("jobs")).resolve("run"), "x");
        return directory;
    }

    private static Instant later() {
        return Instant.now().plus(Duration.ofHours(1));
    }

    @Test
    void whatNobodyHoldsIsDeleted() throws Exception {
        Path dead = run("foggara-run-1");
        AbandonedRuns.delete(parent, later());
        assertThat(dead).doesNotExist();
    }

    @Test
    void aLivingRunKeepsItsOwn() throws Exception {
        Path alive = run("foggara-run-1");
        try (DataLock lock = DataLock.acquire(alive)) {
            AbandonedRuns.delete(parent, later());
            assertThat(alive.resolve("jobs/run")).exists();
        }
    }

    @Test
    void oneThatIsJustBeingMadeIsSpared() throws Exception {
        Path young = run("foggara-run-1");
        AbandonedRuns.delete(parent, Instant.now());
        assertThat(young).exists();
    }

    @Test
    void otherDirectoriesAndLinksStay() throws Exception {
        Path other = run("something");
        Path link = Files.createSymbolicLink(parent.resolve("foggara-run-link"), other);
        AbandonedRuns.delete(parent, later());
        assertThat(other.resolve("jobs/run")).exists();
        assertThat(link).exists();
    }
}
