package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code foggara prepare}: bundles start from the archive it makes, and one that does not fit is passed over in silence. */
class PrepareIT {
    private static final String KERNEL = "io.github.foggara.kernel.Kernel ";
    private static final String ARCHIVED = "shared objects file (top)";

    private final Path work = Distribution.workDirectory("PrepareIT");
    private final Path home = copyOfDistribution(work.resolve("home"));
    private final Script foggara = new Script(work, home);
    private Path input;

    @BeforeEach
    void text() {
        input = WordTexts.write(work.resolve("text.txt"), 3, 3_000);
    }

    @Test
    void classesOfBundlesComeFromTheArchiveUntilItDoesNotFit() throws IOException {
        assertThat(loadedByRun()).noneMatch(line -> line.contains(ARCHIVED));
        Files.writeString(home.resolve("lib/classes-17-1.part.999999999"), "of a prepare that was killed");

        Script.Result prepare = foggara.run("prepare");

        assertThat(prepare.code()).as(prepare.err()).isZero();
        assertThat(Directories.files(home.resolve("lib"))).hasSize(3).noneMatch(name -> name.contains(".part"));
        assertThat(prepare.out()).isEmpty();
        assertThat(prepare.err()).startsWith("foggara: prepared for Java ").hasLineCount(1);
        assertThat(Directories.files(work.resolve("tmp"))).isEmpty();
        Path archive = archive();
        assertThat(loadedByRun()).anyMatch(line -> line.contains(KERNEL) && line.contains(ARCHIVED));

        Path jar = launcher();
        FileTime before = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
        assertThat(loadedByRun()).noneMatch(line -> line.contains(ARCHIVED));
        Files.setLastModifiedTime(jar, before);

        // These the script leaves aside, whatever the command is.
        assertThat(loadedByVersion()).anyMatch(line -> line.contains(ARCHIVED));
        try (FileChannel channel = FileChannel.open(archive, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
        assertThat(loadedByVersion()).noneMatch(line -> line.contains(ARCHIVED));
        Files.write(archive, new byte[100]);
        assertThat(loadedByVersion()).noneMatch(line -> line.contains(ARCHIVED));

        assertThat(foggara.run("prepare").code()).isZero();
        assertThat(loadedByVersion()).anyMatch(line -> line.contains(ARCHIVED));
    }

    @Test
    void whatCannotBePreparedIsSaid() throws IOException {
        Path launcher = launcher();
        Files.move(launcher, work.resolve("launcher"));

        Script.Result prepare = foggara.run("prepare");

        assertThat(prepare.code()).isEqualTo(1);
        assertThat(prepare.err()).contains("did not make an archive of classes", "io.github.foggara.launcher.Main");
        assertThat(Directories.files(home.resolve("lib"))).noneMatch(name -> name.contains(".jsa"));
        Files.move(work.resolve("launcher"), launcher);
        Script.Result twice = foggara.run("prepare", "twice");
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("prepare takes no argument");
    }

    /** A job's messages are the same with and without an archive; what the JVM says about each class it loaded. */
    private List<String> loadedByRun() throws IOException {
        Path loaded = work.resolve("loaded.txt");
        Script.Result result = Script.result(foggara.startWith(
                "-Xlog:class+load:file=" + loaded, "run", "word-count", "--input", "text.txt", "--output", "out"));
        assertThat(result.code()).as(result.err()).isZero();
        // On a slow machine there are lines of progress before.
        assertThat(result.err().lines().filter(line -> !line.startsWith("word-count: ")))
                .first()
                .asString()
                .startsWith("Job word-count finished in");
        assertThat(result.err()).doesNotContain("archive", "warning");
        assertThat(WordTexts.output(work.resolve("out"))).isEqualTo(WordTexts.expected(input));
        Directories.delete(work.resolve("out"));
        return Files.readAllLines(loaded);
    }

    private List<String> loadedByVersion() throws IOException {
        Path loaded = work.resolve("loaded.txt");
        Script.Result result = Script.result(foggara.startWith("-Xlog:class+load:file=" + loaded, "version"));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).isEmpty();
        return Files.readAllLines(loaded);
    }

    private Path launcher() throws IOException {
        return only("launcher");
    }

    private Path archive() throws IOException {
        return only(".jsa");
    }

    private Path only(String part) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib"))) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().contains(part))
                    .toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    private static Path copyOfDistribution(Path home) {
        try {
            for (String name : List.of("bin", "lib", "bundle", "conf", "deploy", "LICENSE")) {
                copy(Distribution.home().resolve(name), home.resolve(name));
            }
            return home;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path path : tree.filter(path -> !path.getFileName().toString().startsWith("classes-"))
                    .toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                Files.createDirectories(target.getParent());
                Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
