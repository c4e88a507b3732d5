package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the reader of FileInstall itself. */
class ConfigurationFilesTest {
    @TempDir
    private Path conf;

    private List<String> unreadable(Duration later) throws ReflectiveOperationException {
        Class<?> reader = Class.forName("org.apache.felix.fileinstall.shaded.util.properties.TypedProperties");
        return ConfigurationFiles.unreadable(
                conf, new FileInstallSyntax(reader), Instant.now().plus(later));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(conf.resolve(name), text);
    }

    @Test
    void theLineThatCannotBeReadIsNamed() throws Exception {
        Path file = write("foggara.job-a.cfg", "# Größe\nprogram = p\narg.x = C:\\users\narg.y = 1\n");

        assertThat(unreadable(Duration.ofMinutes(1)))
                .singleElement()
                .asString()
                .startsWith(file + ", line 3 'arg.x = C:\\users': ")
                .contains("unicode value", "backslash is written twice");
    }

    @Test
    void aLongFileIsReadOnceAndNotLineByLine() throws Exception {
        Path file = write("foggara.job-a.cfg", "arg.x = C:\\users\n" + "# more\n".repeat(5_000));
        AtomicInteger reads = new AtomicInteger();

        List<String> lines = ConfigurationFiles.unreadable(
                conf,
                text -> {
                    reads.incrementAndGet();
                    throw new IllegalArgumentException("no");
                },
                Instant.now().plus(Duration.ofMinutes(1)));

        assertThat(lines).singleElement().asString().startsWith(file + ", one of its 5001 lines: no");
        assertThat(reads).hasValue(1);
    }

    @Test
    void aBadSubstitutionIsNamed() throws Exception {
        write("foggara.job-a.cfg", "a = ${b}\nb = ${a}\n");

        assertThat(unreadable(Duration.ofMinutes(1))).singleElement().asString().contains("line 2", "recursive");
    }

    @Test
    void filesThatCanBeReadAreNotNamed() throws Exception {
        write("foggara.job-a.cfg", "program = p\narg.x = C:\\\\users \\\n  more\n\narg.y = ${nothing}\n");
        write("foggara.job-b.config", "program=\"p\"\nparallelism=I\"5\"\nlist=[ \\\n  \"a\", \\\n  \"b\", \\\n  ]\n");
        write("empty.cfg", "");
        write("logging.properties", "x = \\uzzzz\n");
        Files.createDirectory(conf.resolve("directory.cfg"));

        assertThat(unreadable(Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void aFileThatIsStillBeingWrittenIsNotNamed() throws Exception {
        write("foggara.job-a.cfg", "x = \\uzzzz");

        assertThat(unreadable(Duration.ZERO)).isEmpty();
    }

    @Test
    void aFileThatBeginsLikeXmlIsReadAsSuch() throws Exception {
        write("foggara.job-a.cfg", "<p>\n");

        assertThat(unreadable(Duration.ofMinutes(1))).singleElement().asString().contains("begins with '<'");
    }
}
