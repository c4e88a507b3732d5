package io.github.foggara.connector.file.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFilesTest {
    @TempDir
    Path dir;

    @BeforeEach
    void fill() throws IOException {
        for (String name : List.of(
                "b.csv", "a.csv", "c.txt", ".hidden.csv", "sub/d.csv", "sub/deep/e.csv", ".git/f.csv", "x[1].csv")) {
            Path file = dir.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
        Files.createDirectory(dir.resolve("empty"));
    }

    @Test
    void aFileADirectoryOrAPattern() {
        assertThat(find("a.csv")).containsExactly("a.csv");
        assertThat(find("")).containsExactly("a.csv", "b.csv", "c.txt", "x[1].csv");
        assertThat(find("sub/")).containsExactly("sub/d.csv");
        assertThat(find("*.csv")).containsExactly("a.csv", "b.csv", "x[1].csv");
        assertThat(find("[ab].*")).containsExactly("a.csv", "b.csv");
        assertThat(find("{a,c}.*")).containsExactly("a.csv", "c.txt");
        assertThat(find("sub/*.csv")).containsExactly("sub/d.csv");
        assertThat(find("s*/*.csv")).containsExactly("sub/d.csv");
        assertThat(find("**")).containsExactly("a.csv", "b.csv", "c.txt", "sub/d.csv", "sub/deep/e.csv", "x[1].csv");
        assertThat(find("sub/**.csv")).containsExactly("sub/d.csv", "sub/deep/e.csv");
        assertThat(find(".*.csv")).containsExactly(".hidden.csv");
    }

    @Test
    void aNameThatExistsIsNotTakenForAPattern() {
        assertThat(find("x[1].csv")).containsExactly("x[1].csv");
    }

    @Test
    void linksAreFollowed() throws IOException {
        Files.createSymbolicLink(dir.resolve("link.csv"), dir.resolve("c.txt"));
        assertThat(find("l*.csv")).containsExactly("link.csv");
        assertThat(find("link.csv")).containsExactly("link.csv");
    }

    @Test
    void aLinkToADirectoryAboveItIsLeftOut() throws IOException {
        Files.createSymbolicLink(dir.resolve("sub/loop"), dir);
        assertThat(find("**.csv")).containsExactly("a.csv", "b.csv", "sub/d.csv", "sub/deep/e.csv", "x[1].csv");
    }

    @Test
    void whatIsNotThereIsNamedWithWhatToDo() {
        assertRefused("nope.csv", "'" + dir.resolve("nope.csv") + "' does not exist", "Give a file");
        assertRefused("*.xml", "matches no file in '" + dir + "'", "'**' also for subdirectories");
        assertRefused("nowhere/*.csv", "the directory '" + dir.resolve("nowhere") + "' does not exist");
        assertRefused("empty", "'" + dir.resolve("empty") + "' has no files", "/**");
        assertRefused("x[.csv", "is not well-formed");
        assertThatThrownBy(() -> new InputFiles(" ").find()).hasMessageContaining("is empty");
    }

    private void assertRefused(String pattern, String... parts) {
        assertThatThrownBy(() -> find(pattern))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        InputFiles files = new InputFiles(dir + "/*.csv", path -> {
            if (path.endsWith("b.csv")) {
                throw new AccessDeniedException(path.toString());
            }
        });
        assertThatThrownBy(files::find)
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'" + dir.resolve("b.csv") + "' cannot be read: permission denied");
    }

    private List<String> find(String pattern) {
        return new InputFiles(dir + "/" + pattern)
                .find().stream().map(f -> dir.relativize(f.path()).toString()).toList();
    }
}
