package io.github.foggara.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The disk crashes, or fails, at each operation on shared files. */
class SharedCrashTest {
    private static final int SEEDS = 10;

    /** One task takes three snapshots; only the second is left in the end. */
    private static final class Run {
        final SimulatedDisk disk;
        final Checkpoints checkpoints;
        private final SegmentTask task = new SegmentTask(0, 0, false);

        Run(int seed) {
            disk = new SimulatedDisk(seed, null);
            checkpoints = new Checkpoints(
                    disk.as(CheckpointDisk.class),
                    Path.of("checkpoints"),
                    Map.of(CheckpointOptions.INLINE_THRESHOLD.key(), "0 kb"));
        }

        Path shared() {
            return checkpoints.folder(1).resolveSibling("shared");
        }

        private Map<Integer, StateHandle> write(long id, Integer... segments) throws IOException {
            task.now.clear();
            task.now.addAll(List.of(segments));
            Map<Integer, StateHandle> handles = task.write(checkpoints.storage(), task.cut(id));
            task.acknowledged(id, handles);
            return handles;
        }

        private void complete(long id, Integer... segments) throws IOException {
            Map<Integer, StateHandle> handles = write(id, segments);
            checkpoints.storage().complete(SharedRun.metadata(id, Kind.CHECKPOINT, Map.of(0, handles)));
        }

        void begin() throws IOException {
            complete(1, 1, 2);
        }

        void goOn() throws IOException {
            complete(2, 2, 3);
            checkpoints.storage().discard(1);
            checkpoints.storage().collect(2);
            write(3, 3, 4);
        }

        /** Shared files that whole checkpoints point at. */
        Set<String> whole() throws IOException {
            CheckpointStorage storage = checkpoints.storage();
            Set<String> names = new TreeSet<>();
            for (Pointer pointer :
                    storage.completed(damaged -> assertThat(damaged).isNull())) {
                CheckpointMetadata metadata = storage.load(pointer.pointer());
                SegmentTask.read(storage, SegmentTask.segments(metadata));
                metadata.handles().forEach(handle -> names.add(((StateHandle.InFile) handle).file()));
            }
            return names;
        }

        List<String> names() throws IOException {
            return disk.list(shared()).stream().map(name -> "shared/" + name).toList();
        }
    }

    @Test
    void aCrashAtAnyMomentLosesNothingAndSweepingLeavesNothing() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            boolean reached = true;
            for (int operation = 1; reached; operation++) {
                reached = crashed(seed, operation);
            }
        }
    }

    private static boolean crashed(int seed, int operation) throws IOException {
        Run run = new Run(seed);
        run.begin();
        run.disk.crashAt(operation);
        try {
            run.goOn();
        } catch (IOException e) {
            assertThat(run.disk.down()).as("%s", e).isTrue();
        }
        boolean reached = run.disk.down();
        run.disk.crash();
        Set<String> needed = run.whole();
        assertThat(needed).as("seed %d, operation %d", seed, operation).isNotEmpty();
        CheckpointStorage storage = run.checkpoints.storage();
        storage.sweep(0);
        assertThat(run.whole()).as("seed %d, operation %d", seed, operation).isEqualTo(needed);
        assertThat(run.names())
                .as("seed %d, operation %d", seed, operation)
                .containsExactlyInAnyOrderElementsOf(needed);
        storage.discard(1);
        storage.discard(2);
        storage.sweep(0);
        assertThat(run.disk.list(run.checkpoints.folder(1).getParent().getParent()))
                .as("seed %d, operation %d", seed, operation)
                .isEmpty();
        return reached;
    }

    @Test
    void aCrashOfASweepLosesNothing() throws IOException {
        boolean reached = true;
        for (int operation = 1; reached; operation++) {
            Run run = new Run(operation);
            run.begin();
            run.goOn();
            Set<String> needed = run.whole();
            run.disk.crashAt(operation);
            try {
                run.checkpoints.storage().sweep(0);
            } catch (IOException e) {
                assertThat(run.disk.down()).as("%s", e).isTrue();
            }
            reached = run.disk.down();
            run.disk.crash();
            assertThat(run.whole()).as("operation %d", operation).isEqualTo(needed);
            run.checkpoints.storage().sweep(0);
            assertThat(run.names()).as("operation %d", operation).containsExactlyInAnyOrderElementsOf(needed);
        }
    }

    @Test
    void whatCannotBeDeletedIsToldAndGoesTheNextTime() throws IOException {
        Run run = new Run(1);
        run.begin();
        run.complete(2, 2, 3);
        run.checkpoints.storage().discard(1);
        run.complete(4, 3);
        run.checkpoints.storage().discard(2);
        run.disk.fail(DiskOperation.DELETE);
        assertThatThrownBy(() -> run.checkpoints.storage().collect(4))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(run.shared().toString())
                .hasMessageContaining("DELETE");
        run.disk.heal();
        assertThat(run.names()).contains("shared/1.0-0-0");
        run.checkpoints.storage().collect(4);
        assertThat(run.names()).containsExactlyElementsOf(run.whole());
    }
}
