package io.github.foggara.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.CheckpointStorage.Damaged;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Lives of one {@link SharedRun} on a disk that crashes, fails and is damaged; looks after each step whether all is there. One thread. */
final class SharedLives {
    private static final Path DIRECTORY = Path.of("checkpoints");
    private static final int STEPS = 150;
    private static final int LIVES = 4;
    private static final int DEEPEST = 3;
    private static final long NEVER = 1L << 60;

    private final Random random;
    private final SimulatedDisk disk;
    private final Checkpoints place;
    private final SharedRun run;
    private final Path shared;
    private final Set<Long> harmed = new TreeSet<>();
    private final Set<String> seen = new TreeSet<>();
    private int left;
    private boolean failing;
    /** Of disk operations in the middle of which others may run; -1 for none. */
    private int depth = -1;

    SharedLives(int seed, boolean forgetful) {
        random = new Random(seed);
        disk = new SimulatedDisk(seed, null);
        place = new Checkpoints(
                interleaved(disk.as(CheckpointDisk.class)),
                DIRECTORY,
                Map.of(CheckpointOptions.INLINE_THRESHOLD.key(), "0 kb"));
        run = new SharedRun(random, forgetful, place);
        shared = place.folder(1).resolveSibling("shared");
    }

    /** In the middle of each operation other steps of the run may happen. */
    private CheckpointDisk interleaved(CheckpointDisk under) {
        return (CheckpointDisk) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CheckpointDisk.class}, (proxy, method, given) -> {
                    if (depth >= 0 && depth < DEEPEST && random.nextInt(4) == 0) {
                        depth++;
                        run.step();
                        depth--;
                    }
                    try {
                        return method.invoke(under, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    long recorded() {
        return run.completions;
    }

    /** Shared files that were there, and are not any more. */
    long collected() {
        return seen.size() - left;
    }

    void all() throws IOException {
        run.restart(null, true);
        for (int life = 1; life <= LIVES; life++) {
            for (int step = 0; step < STEPS && !disk.down(); step++) {
                trouble();
                depth = 0;
                run.step();
                depth = -1;
                if (random.nextInt(4) == 0) {
                    look();
                }
            }
            end();
            if (random.nextBoolean()) {
                harmNewest();
            }
            begin();
            look();
        }
        takeDamagedSavepoints();
        run.comeToRest();
        look();
        assertNothingIsLeft();
    }

    private void trouble() {
        if (random.nextInt(10) == 0) {
            heal();
        }
        if (random.nextInt(40) == 0) {
            failing = true;
            disk.fail(DiskOperation.values()[random.nextInt(DiskOperation.values().length)]);
        }
        if (random.nextInt(150) == 0) {
            disk.crashAt(1 + random.nextInt(30));
        }
    }

    private void heal() {
        failing = false;
        disk.heal();
    }

    /** A crash, or an orderly end: then what was begun on the storage comes to its end first. */
    private void end() throws IOException {
        if (!disk.down() && random.nextBoolean()) {
            heal();
            disk.crashAt(NEVER);
            List.copyOf(run.pending.values()).forEach(run::giveUp);
            while (!run.io.isEmpty()) {
                run.io.remove(0).run(place.storage());
            }
        } else {
            disk.crash();
            heal();
        }
        run.pending.clear();
        run.io.clear();
        run.answers.clear();
        run.strays.clear();
    }

    /** The newest one, or what it alone points at, if there is an older one to go on from. */
    private void harmNewest() throws IOException {
        if (run.recorded.size() < 2) {
            return;
        }
        CheckpointMetadata newest = run.recorded.lastEntry().getValue();
        List<Path> files = new ArrayList<>(List.of(
                place.folder(newest.id()).resolve(newest.kind() == Kind.SAVEPOINT ? "_savepoint" : "_metadata")));
        Set<String> others = new TreeSet<>();
        run.recorded.headMap(newest.id()).values().forEach(other -> others.addAll(files(other)));
        files(newest).stream().filter(name -> !others.contains(name)).forEach(name -> files.add(shared.resolve(name)));
        Path file = files.get(random.nextInt(files.size()));
        if (random.nextBoolean()) {
            disk.replace(file, Checkpoints.flipped(disk.bytes(file)));
        } else {
            disk.delete(file);
            disk.syncDirectory(file.getParent());
        }
        harmed.add(newest.id());
    }

    /** Names of shared files that it points at. */
    private static Set<String> files(CheckpointMetadata metadata) {
        Set<String> names = new TreeSet<>();
        for (StateHandle handle : metadata.handles()) {
            names.add(((StateHandle.InFile) handle).file().substring("shared/".length()));
        }
        return names;
    }

    /** Also if a crash comes in the middle. */
    private void begin() throws IOException {
        while (true) {
            disk.crashAt(random.nextBoolean() ? 1 + random.nextInt(60) : NEVER);
            try {
                begin(place.storage());
                disk.crashAt(NEVER);
                return;
            } catch (IOException e) {
                assertThat(disk.down()).as("%s", e).isTrue();
                disk.crash();
            }
        }
    }

    private void begin(CheckpointStorage storage) throws IOException {
        CheckpointMetadata from = null;
        while (from == null && !run.recorded.isEmpty()) {
            long newest = run.newest();
            try {
                CheckpointMetadata loaded = storage.load("chk-" + newest);
                SegmentTask.read(storage, SegmentTask.segments(loaded));
                from = loaded;
            } catch (DamagedCheckpointException e) {
                assertThat(harmed).as("%d is lost: %s", newest, e).contains(newest);
                run.recorded.remove(newest);
            }
        }
        for (Pointer pointer : storage.completed(damaged -> {})) {
            if (pointer.kind() == Kind.CHECKPOINT && !run.recorded.containsKey(pointer.id())) {
                storage.discard(pointer.id());
            }
        }
        storage.sweep(0);
        List<Damaged> damaged = new ArrayList<>();
        storage.completed(damaged::add).forEach(pointer -> run.lastIssued = Math.max(run.lastIssued, pointer.id()));
        damaged.forEach(one -> run.strays.add(one.id()));
        run.restart(from, true);
        run.retire();
    }

    /** As their user does: no others ever go by themselves, and while one is there nobody knows what it points at. */
    private void takeDamagedSavepoints() throws IOException {
        // One whose part of a file was not hit is whole.
        harmed.removeAll(run.recorded.keySet());
        for (long one : harmed) {
            disk.delete(place.folder(one).resolve("_savepoint"));
        }
    }

    private void look() throws IOException {
        if (failing || disk.down()) {
            return;
        }
        try {
            CheckpointStorage storage = place.storage();
            for (CheckpointMetadata metadata : run.complete()) {
                assertThat(storage.load("chk-" + metadata.id()).handles())
                        .containsExactlyInAnyOrderElementsOf(metadata.handles());
                SegmentTask.read(storage, SegmentTask.segments(metadata));
            }
            for (Map<Integer, StateHandle> segments : run.pointedAt()) {
                SegmentTask.read(storage, segments);
            }
            seen.addAll(names());
        } catch (IOException e) {
            if (!disk.down()) {
                throw new AssertionError("Something is lost: " + e.getMessage(), e);
            }
        }
    }

    private List<String> names() throws IOException {
        return disk.list(shared).stream()
                .filter(name -> !name.startsWith(".tmp-"))
                .toList();
    }

    private void assertNothingIsLeft() throws IOException {
        CheckpointStorage storage = place.storage();
        Set<String> needed = new TreeSet<>();
        Set<Long> checkpoints = new TreeSet<>();
        for (Pointer pointer : storage.completed(damaged -> assertThat(damaged).isNull())) {
            needed.addAll(files(storage.load(pointer.pointer())));
            if (pointer.kind() == Kind.CHECKPOINT) {
                checkpoints.add(pointer.id());
            }
        }
        assertThat(checkpoints).hasSizeLessThanOrEqualTo(run.retained).isSubsetOf(run.recorded.keySet());
        // A savepoint that was given up while it was stored is there, but not all that it points at.
        assertThat(names()).isSubsetOf(needed);
        left = names().size();
        storage.sweep(0);
        assertThat(disk.list(shared)).isSubsetOf(needed).hasSize(left);
    }
}
