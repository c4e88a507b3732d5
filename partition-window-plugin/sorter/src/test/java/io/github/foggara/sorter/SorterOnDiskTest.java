package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.sorter.spill.AttemptSpillSpace;
import io.github.foggara.sorter.spill.SpillDirectories;
import io.github.foggara.sorter.spill.SpillOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sorter on real files. */
class SorterOnDiskTest {
    private final List<Entry> entries = Keys.RANDOM.entries(20_000, 100, new Random(4));
    private final Later later = new Later();

    @TempDir
    private Path disk;

    private SpillDirectories directories;
    private AttemptSpillSpace space;

    @BeforeEach
    void open() {
        directories = SpillDirectories.open(List.of(disk), Long.MAX_VALUE);
        space = directories.space(new SpillOwner("job", "sort", 0, 0));
    }

    @AfterEach
    void leavesNothing() throws IOException {
        assertThat(space.files()).isZero();
        assertThat(files()).isEmpty();
        space.close();
        directories.close();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(disk)) {
            return all.filter(path -> Files.isRegularFile(path)
                            && path.getFileName().toString().contains("-run-"))
                    .toList();
        }
    }

    private ExternalSorter sorter() {
        return new ExternalSorter(new SorterOptions(256 << 10, 8, space, later, later));
    }

    @Test
    void sortsWithSeveralPassesOverFiles() throws Exception {
        try (ExternalSorter sorter = sorter()) {
            Entry.add(sorter, entries);
            assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
            assertThat(sorter.mergePasses()).isPositive();
            assertThat(files()).isNotEmpty();
        }
    }

    @Test
    void throwsInsteadOfYieldingWhatIsDamaged() throws Exception {
        try (ExternalSorter sorter = sorter()) {
            Entry.add(sorter, entries);
            Path file = files().get(2);
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
            assertThatThrownBy(() -> Entry.rest(sorter.finish()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("damaged")
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void saysWhichFileIsGone() throws Exception {
        try (ExternalSorter sorter = sorter()) {
            Entry.add(sorter, entries);
            Path file = files().get(0);
            Files.delete(file);
            assertThatThrownBy(() -> Entry.rest(sorter.finish()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void saysWhereThereIsNoMoreRoomAndSortsOnceThereIs() throws Exception {
        directories.maxBytes(300_000);
        try (ExternalSorter sorter = sorter()) {
            assertThatThrownBy(() -> {
                        Entry.add(sorter, entries);
                        sorter.finish();
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("sort.spill.max-bytes=300000")
                    .hasMessageContaining(disk.toString());
        }
        assertThat(space.files()).isZero();
        assertThat(directories.usedBytes()).isZero();
        directories.maxBytes(100_000_000);
        try (ExternalSorter sorter = sorter()) {
            Entry.add(sorter, entries);
            assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        }
    }
}
