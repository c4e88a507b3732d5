package io.github.foggara.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The disk crashes at each operation, and fails at each kind of operation. */
class CrashTest {
    private static final int SEEDS = 20;
    private static final Path DIRECTORY = Path.of("checkpoints");

    private static Checkpoints on(SimulatedDisk disk) {
        return new Checkpoints(disk.as(CheckpointDisk.class), DIRECTORY);
    }

    @Test
    void aCrashAtAnyMomentLeavesAWholeCheckpointOrNone() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            boolean reached = true;
            for (int operation = 1; reached; operation++) {
                reached = crashed(seed, operation);
            }
        }
    }

    private static boolean crashed(int seed, int operation) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(seed, null);
        Checkpoints checkpoints = on(disk);
        checkpoints.complete(1);
        disk.crashAt(operation);
        boolean second = false;
        boolean gone = false;
        try {
            checkpoints.complete(2);
            second = true;
            checkpoints.storage().discard(1);
            gone = true;
        } catch (IOException e) {
            assertThat(disk.down())
                    .as("seed %d, operation %d: %s", seed, operation, e)
                    .isTrue();
        }
        boolean reached = disk.down();
        disk.crash();
        List<Long> whole = checkpoints.whole();
        assertThat(whole).as("seed %d, operation %d", seed, operation).isSubsetOf(1L, 2L);
        if (second) {
            assertThat(whole).as("seed %d, operation %d", seed, operation).contains(2L);
        } else {
            assertThat(whole).as("seed %d, operation %d", seed, operation).contains(1L);
        }
        if (gone) {
            assertThat(whole).as("seed %d, operation %d", seed, operation).doesNotContain(1L);
        }
        checkpoints.storage().sweep(0);
        assertThat(checkpoints.whole()).isEqualTo(whole);
        checkpoints.storage().discard(1);
        checkpoints.storage().discard(2);
        assertThat(disk.as(CheckpointDisk.class).list(checkpoints.folder(1).getParent()))
                .isEmpty();
        return reached;
    }

    @Test
    void theLastOneIsGoneWithItsRunWhereverItsDeletionWasCutOff() throws IOException {
        for (int operation = 1; deletedInPart(operation); operation++) {
            assertThat(operation).isLessThan(100);
        }
    }

    private static boolean deletedInPart(int operation) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(operation, null);
        Checkpoints checkpoints = on(disk);
        checkpoints.complete(1);
        disk.crashAt(operation);
        try {
            checkpoints.storage().discard(1);
        } catch (IOException e) {
            assertThat(disk.down()).as("%s", e).isTrue();
        }
        boolean reached = disk.down();
        disk.crash();
        checkpoints.storage().sweep(0);
        if (checkpoints.whole().isEmpty()) {
            assertThat(disk.list(checkpoints.folder(1).getParent().getParent()))
                    .as("operation %d", operation)
                    .isEmpty();
        }
        return reached;
    }

    @ParameterizedTest
    @EnumSource(
            value = DiskOperation.class,
            names = {"CREATE_DIRECTORIES", "CREATE", "APPEND", "FORCE", "RENAME", "SYNC_DIRECTORY"})
    void whatCannotBeWrittenIsToldAndLeavesNothing(DiskOperation operation) throws IOException {
        SimulatedDisk disk = new SimulatedDisk(1, null);
        Checkpoints checkpoints = on(disk);
        checkpoints.complete(1);
        disk.fail(operation);
        IOException problem = null;
        try {
            checkpoints.complete(2);
        } catch (IOException e) {
            problem = e;
        }
        assertThat(problem)
                .hasMessageContaining("chk-2")
                .hasMessageContaining(operation.toString())
                .hasCauseInstanceOf(IOException.class);
        disk.heal();
        assertThat(checkpoints.whole()).containsExactly(1L);
        if (operation != DiskOperation.SYNC_DIRECTORY) {
            assertThat(disk.as(CheckpointDisk.class).list(checkpoints.folder(2)))
                    .isEmpty();
        }
        checkpoints.storage().discard(2);
        checkpoints.complete(2);
        assertThat(checkpoints.whole()).containsExactly(1L, 2L);
    }

    @Test
    void aFullDiskStillLetsOldOnesGo() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(1, null);
        Checkpoints checkpoints = on(disk);
        checkpoints.complete(1);
        checkpoints.complete(2);
        disk.fill();
        checkpoints.storage().discard(1);
        assertThat(checkpoints.whole()).containsExactly(2L);
    }
}
