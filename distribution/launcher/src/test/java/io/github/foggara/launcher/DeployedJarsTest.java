package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeployedJarsTest {
    @TempDir
    Path deploy;

    private static Instant later() {
        return Instant.now().plus(Duration.ofMinutes(1));
    }

    @Test
    void aJarThatIsNoBundleIsNamed() throws Exception {
        Files.writeString(deploy.resolve("garbage.jar"), "not a jar");
        assertThat(DeployedJars.notInstalled(deploy, Set.of(), later()))
                .singleElement()
                .asString()
                .contains("garbage.jar");
    }

    @Test
    void aJarThatIsStillBeingCopiedIsNot() throws Exception {
        Files.writeString(deploy.resolve("slow.jar"), "half");
        assertThat(DeployedJars.notInstalled(deploy, Set.of(), Instant.now())).isEmpty();
    }

    @Test
    void installedOnesAreNotNamedHoweverTheirLocationIsWritten() throws Exception {
        Path jar = Files.writeString(deploy.resolve("my job.jar"), "x");
        String path = jar.toUri().getRawPath();
        for (String prefix : new String[] {"file:", "file://", "reference:file:"}) {
            assertThat(DeployedJars.notInstalled(deploy, Set.of(prefix + path), later()))
                    .isEmpty();
        }
    }
}
