package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredConfigurationsTest {
    @TempDir
    private Path home;

    private Path conf;
    private Path store;

    @BeforeEach
    void directories() throws IOException {
        conf = Files.createDirectories(home.resolve("my conf = ö"));
        store = Files.createDirectories(home.resolve("config"));
    }

    @Test
    void keepsWhatHasItsFile() throws Exception {
        Path stored = stored("a", Files.createFile(conf.resolve("foggara.job-a.cfg")));

        StoredConfigurations.dropVanished(store, conf);

        assertThat(stored).exists();
    }

    @Test
    void dropsWhatLostItsFile() throws Exception {
        Path stored = stored("a", conf.resolve("foggara.job-a.cfg"));

        StoredConfigurations.dropVanished(store, conf);

        assertThat(stored).doesNotExist();
    }

    @Test
    void dropsWhatBelongsToAnotherContainer() throws Exception {
        Path other = Files.createDirectories(home.resolve("other"));
        Path stored = stored("a", Files.createFile(other.resolve("foggara.job-a.cfg")));

        StoredConfigurations.dropVanished(store, conf);

        assertThat(stored).doesNotExist();
    }

    @Test
    void keepsWhatNeverHadAFile() throws Exception {
        Path stored = Files.writeString(store.resolve("x.config"), "program=\"word-count\"\n");

        StoredConfigurations.dropVanished(store, conf);

        assertThat(stored).exists();
    }

    @Test
    void anEmptyStoreIsFine() throws Exception {
        StoredConfigurations.dropVanished(home.resolve("missing"), conf);
    }

    /** As Configuration Admin writes it: a backslash before quotes, equals signs, spaces and backslashes. */
    private Path stored(String name, Path file) throws IOException {
        String escaped = file.toUri().toString().replaceAll("([\\\\\"= ])", "\\\\$1");
        Path directory = Files.createDirectories(store.resolve("foggara"));
        return Files.writeString(
                directory.resolve("job%007e" + name + ".config"),
                "felix.fileinstall.filename=\"" + escaped + "\"\nparallelism=\"2\"\n");
    }
}
