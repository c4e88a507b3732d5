package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The assembled container after {@code foggara prepare}, as {@code ./foggara} leaves it after a build: its processes start in half the time. Once
 * for all test classes of a build.
 */
final class Prepared {
    private static final long LIMIT_SECONDS = 90;

    private Prepared() {}

    /** A Java that cannot be prepared for starts the container all the same; {@code PrepareIT} tells. */
    static void home(Path home) {
        try {
            if (!isCurrent(home)) {
                ProcessBuilder prepare = new ProcessBuilder(
                                home.resolve("bin/foggara").toString(), "prepare")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
                prepare.environment().put("JAVA_HOME", System.getProperty("java.home"));
                Process process = prepare.start();
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Whether there is an archive that was made after all that is in it. */
    private static boolean isCurrent(Path home) throws IOException {
        FileTime archive = newest(home.resolve("lib"), ".jsa");
        for (String directory : List.of("lib", "bundle")) {
            if (newest(home.resolve(directory), ".jar").compareTo(archive) > 0) {
                return false;
            }
        }
        return true;
    }

    private static FileTime newest(Path directory, String ending) throws IOException {
        FileTime newest = FileTime.fromMillis(0);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(ending)).toList()) {
                FileTime time = Files.getLastModifiedTime(file);
                newest = time.compareTo(newest) > 0 ? time : newest;
            }
        }
        return newest;
    }
}
