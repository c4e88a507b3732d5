package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The assembled container after {@code foggara prepare}, as {@code ./foggara} leaves it after a build: its processes start in half the time. Once
 * for all test classes of a build, each of which has a JVM of its own, and also if it did not succeed.
 */
final class Prepared {
    private static final long LIMIT_SECONDS = 90;
    /** As the script names it in what it makes for this Java. */
    private static final String BUILD = System.getProperty("java.runtime.version");

    private static boolean tried;

    private Prepared() {}

    /** A Java that cannot be prepared for starts the container all the same; {@code PrepareIT} tells. */
    static synchronized void home(Path home) {
        if (tried) {
            return;
        }
        tried = true;
        Path work = Directories.make(Path.of(System.getProperty("foggara.work")));
        // Another class, in its JVM, may be about to do the same.
        try (FileChannel channel = FileChannel.open(
                        work.resolve("prepare.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock alone = channel.lock()) {
            Path triedBefore = work.resolve("tried-to-prepare-for-" + BUILD);
            if (alone.isValid() && !isCurrent(home, triedBefore)) {
                prepare(home);
                Files.write(triedBefore, new byte[0]);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void prepare(Path home) throws IOException, InterruptedException {
        ProcessBuilder prepare = new ProcessBuilder(home.resolve("bin/foggara").toString(), "prepare")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        prepare.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = prepare.start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            // The script waits for a Java that would go on without it.
            List<ProcessHandle> all = process.descendants().toList();
            process.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Whether there is an archive for this Java that was made after all that is in it, or will not be. */
    private static boolean isCurrent(Path home, Path triedBefore) throws IOException {
        FileTime made =
                newest(home.resolve("lib"), name -> name.startsWith("classes-" + BUILD + "-") && name.endsWith(".jsa"));
        if (Files.exists(triedBefore)) {
            FileTime before = Files.getLastModifiedTime(triedBefore);
            made = before.compareTo(made) > 0 ? before : made;
        }
        for (String directory : List.of("lib", "bundle")) {
            if (newest(home.resolve(directory), name -> name.endsWith(".jar")).compareTo(made) > 0) {
                return false;
            }
        }
        return true;
    }

    private static FileTime newest(Path directory, Predicate<String> names) throws IOException {
        FileTime newest = FileTime.fromMillis(0);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> names.test(path.getFileName().toString()))
                    .toList()) {
                FileTime time = Files.getLastModifiedTime(file);
                newest = time.compareTo(newest) > 0 ? time : newest;
            }
        }
        return newest;
    }
}
