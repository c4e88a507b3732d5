package io.github.foggara.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulatedDiskTest {
    private static final Path FOLDER = Path.of("a", "b");
    private static final Path FILE = FOLDER.resolve("f");

    /** What a user of the disk may declare. */
    public interface Seam {
        void force(Path file) throws IOException;

        void createDirectories(Path directory) throws IOException;
    }

    /** As {@link Seam}, with something that is not there. */
    public interface TooMuch {
        void truncate(Path file);
    }

    private static SimulatedDisk disk(long seed) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(seed, null);
        disk.createDirectories(FOLDER);
        return disk;
    }

    private static void append(SimulatedDisk disk, int... values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(values.length);
        for (int value : values) {
            bytes.put((byte) value);
        }
        disk.append(FILE, bytes.flip());
    }

    @Test
    void aCrashKeepsWhatWasForcedAndCutsTheRestAnywhere() throws IOException {
        Set<String> ends = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            SimulatedDisk disk = disk(seed);
            disk.create(FILE);
            disk.syncDirectory(FOLDER);
            append(disk, 1, 2);
            disk.force(FILE);
            append(disk, 3, 4);
            disk.crash();
            assertThat(disk.bytes(FILE)).startsWith(1, 2).hasSizeBetween(2, 4);
            ends.add(Arrays.toString(disk.bytes(FILE)));
            assertThatThrownBy(() -> append(disk, 5)).isInstanceOf(IOException.class);
        }
        assertThat(ends)
                .containsExactlyInAnyOrder(
                        "[1, 2]", "[1, 2, 3]", "[1, 2, 3, 4]", "[1, 2, 0]", "[1, 2, 0, 0]", "[1, 2, 3, 0]");
    }

    @Test
    void aNameThatWasNotSyncedMayBeForgotten() throws IOException {
        Set<Integer> sizes = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            SimulatedDisk disk = disk(seed);
            disk.create(FILE);
            disk.force(FILE);
            disk.rename(FILE, FOLDER.resolve("g"));
            disk.crash();
            assertThat(disk.list(FOLDER)).isSubsetOf("f", "g").hasSizeLessThan(2);
            sizes.add(disk.list(FOLDER).size());
        }
        assertThat(sizes).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void afterAFailedForceALaterOneSavesNothing() throws IOException {
        Set<Integer> sizes = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            SimulatedDisk disk = disk(seed);
            disk.create(FILE);
            disk.syncDirectory(FOLDER);
            append(disk, 1);
            disk.fail(DiskOperation.FORCE);
            assertThatThrownBy(() -> disk.force(FILE)).hasMessageContaining("FORCE");
            disk.heal();
            disk.force(FILE);
            disk.crash();
            sizes.add(disk.bytes(FILE).length);
        }
        assertThat(sizes).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void itGoesDownInTheMiddleOfAnOperation() throws IOException {
        Set<Integer> sizes = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            SimulatedDisk disk = disk(seed);
            disk.create(FILE);
            disk.syncDirectory(FOLDER);
            disk.crashAt(1);
            assertThatThrownBy(() -> append(disk, 1, 2)).hasMessageContaining("APPEND");
            assertThat(disk.down()).isTrue();
            assertThatThrownBy(() -> disk.list(FOLDER)).hasMessageContaining("down");
            sizes.add(disk.bytes(FILE).length);
            disk.crash();
            assertThat(disk.list(FOLDER)).containsExactly("f");
        }
        assertThat(sizes).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void itIsSeenThroughAnInterface() throws IOException {
        SimulatedDisk disk = disk(1);
        Seam seam = disk.as(Seam.class);
        seam.createDirectories(FOLDER.resolve("c"));
        assertThat(disk.list(FOLDER)).containsExactly("c");
        assertThatThrownBy(() -> seam.force(FILE)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> disk.as(TooMuch.class)).hasMessageContaining("truncate");
    }
}
