package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A run as its storage sees it: tasks, checkpoints under way, the log, and what io threads have to do. Each step is one of the main thread, which is
 * atomic, or one of an io thread, in the middle of whose disk operations others run ({@link #step} again).
 *
 * <p>It is the rule of a coordinator and no coordinator: what it needs not keep to is left to chance. A checkpoint may be given up any time before it is
 * handed to the log, io actions run in any order, and answers come late.
 */
final class SharedRun {
    private static final int SUBTASKS = 3;

    /** A checkpoint under way. */
    static final class Pending {
        final long id;
        final Kind kind;
        final Map<Integer, Map<Integer, StateHandle>> acknowledged = new TreeMap<>();
        boolean storing;
        CheckpointMetadata stored;
        boolean recording;
        boolean givenUp;

        Pending(long id, Kind kind) {
            this.id = id;
            this.kind = kind;
        }
    }

    /** For an io thread. */
    interface Action {
        void run(CheckpointStorage storage) throws IOException;
    }

    final Random random;
    final TreeMap<Long, Pending> pending = new TreeMap<>();
    /** By the log, and known to the coordinator. */
    final TreeMap<Long, CheckpointMetadata> recorded = new TreeMap<>();
    /** Complete in the storage, and not in the log. */
    final TreeSet<Long> strays = new TreeSet<>();

    final List<Action> io = new ArrayList<>();
    final List<Runnable> answers = new ArrayList<>();
    final List<SegmentTask> tasks = new ArrayList<>();
    final int retained;
    long lastIssued;
    long completions;

    private final boolean forgetful;
    private final Checkpoints place;
    private final int concurrent;
    private final int[] segments = {0};
    private int attempts;

    /**
     * @param forgetful whether snapshots point at what earlier ones have left out
     */
    SharedRun(Random random, boolean forgetful, Checkpoints place) {
        this.random = random;
        this.forgetful = forgetful;
        this.place = place;
        this.retained = 1 + random.nextInt(3);
        this.concurrent = 1 + random.nextInt(4);
    }

    /** All attempts anew, or some, each with the segments of some former subtask. */
    void restart(CheckpointMetadata from, boolean all) {
        Map<Integer, SegmentTask> next = new TreeMap<>();
        tasks.forEach(task -> next.put(task.subtask, task));
        for (int subtask = 0; subtask < SUBTASKS; subtask++) {
            if (all || random.nextBoolean()) {
                next.put(subtask, new SegmentTask(subtask, ++attempts, forgetful));
                restore(next.get(subtask), from);
            }
        }
        tasks.clear();
        tasks.addAll(next.values());
        tasks.forEach(task -> task.barriers.clear());
    }

    private void restore(SegmentTask task, CheckpointMetadata from) {
        if (from != null) {
            SegmentTask.segments(from).forEach((segment, handle) -> {
                if (random.nextInt(SUBTASKS) < 2) {
                    task.now.add(segment);
                    task.known.put(segment, handle);
                }
            });
        }
    }

    /** One of all that could happen next. */
    void step() {
        if (random.nextInt(60) == 0) {
            giveUpSome();
            return;
        }
        if (random.nextInt(200) == 0) {
            fence();
            return;
        }
        List<Runnable> possible = new ArrayList<>();
        if (pending.size() < concurrent) {
            possible.add(() -> begin(random.nextInt(8) == 0 ? Kind.SAVEPOINT : Kind.CHECKPOINT));
        }
        tasks.stream().filter(task -> !task.barriers.isEmpty()).forEach(task -> possible.add(() -> barrier(task)));
        if (!io.isEmpty()) {
            possible.add(this::act);
            possible.add(this::act);
        }
        if (!answers.isEmpty()) {
            possible.add(this::answer);
            possible.add(this::answer);
        }
        possible.add(this::store);
        possible.add(this::record);
        possible.get(random.nextInt(possible.size())).run();
    }

    private void giveUpSome() {
        List<Pending> open = List.copyOf(pending.values());
        if (!open.isEmpty()) {
            giveUp(open.get(random.nextInt(open.size())));
        }
    }

    // ---- main thread

    private void begin(Kind kind) {
        if (pending.size() < concurrent) {
            Pending begun = new Pending(++lastIssued, kind);
            pending.put(begun.id, begun);
            tasks.forEach(task -> task.barriers.add(begun.id));
        }
    }

    private void barrier(SegmentTask task) {
        task.change(random, segments);
        task.barriers.removeIf(id -> !pending.containsKey(id));
        boolean busy = pending.containsKey(task.writing);
        if (task.barriers.isEmpty() || busy && random.nextInt(10) > 0) {
            return;
        }
        Pending one = pending.get(task.barriers.remove(0));
        if (busy) {
            giveUp(one);
            return;
        }
        SegmentTask.Cut cut = task.cut(one.id);
        io.add(storage -> {
            if (one.givenUp) {
                return;
            }
            try {
                Map<Integer, StateHandle> handles = task.write(storage, cut);
                answers.add(() -> acknowledged(task, one, handles));
            } catch (IOException e) {
                answers.add(() -> giveUp(one));
            }
        });
    }

    /** One that was given up is late: it counts for nobody, but it was written. */
    private void acknowledged(SegmentTask task, Pending one, Map<Integer, StateHandle> handles) {
        task.acknowledged(one.id, handles);
        if (pending.get(one.id) == one && tasks.contains(task)) {
            one.acknowledged.put(task.subtask, handles);
        } else {
            discard(one.id);
        }
    }

    private void discard(long id) {
        io.add(storage -> {
            try {
                storage.discard(id);
            } catch (IOException e) {
                answers.add(() -> strays.add(id));
            }
        });
    }

    private void store() {
        for (Pending one : List.copyOf(pending.values())) {
            if (!one.storing && one.acknowledged.size() == SUBTASKS) {
                one.storing = true;
                CheckpointMetadata metadata = metadata(one.id, one.kind, one.acknowledged);
                io.add(storage -> store(storage, one, metadata));
                return;
            }
        }
    }

    /**
     * @param segments by number, of all subtasks by theirs
     */
    static CheckpointMetadata metadata(long id, Kind kind, Map<Integer, Map<Integer, StateHandle>> segments) {
        Map<Integer, SubtaskSnapshot> subtasks = new HashMap<>();
        segments.forEach((subtask, handles) -> subtasks.put(subtask, SegmentTask.snapshot(handles)));
        return new CheckpointMetadata(
                Checkpoints.JOB,
                "job",
                id,
                id,
                kind,
                "fingerprint",
                List.of(new CheckpointMetadata.Vertex("v", List.of("v"), SUBTASKS, 128, Map.of(), subtasks)));
    }

    private void stored(Pending one, CheckpointMetadata metadata) {
        if (pending.get(one.id) == one) {
            long newest = pending.values().stream()
                    .filter(other -> other.recording)
                    .mapToLong(other -> other.id)
                    .max()
                    .orElse(0);
            if (one.id < Math.max(newest, newest())) {
                giveUp(one);
            } else {
                one.recording = true;
                one.stored = metadata;
            }
        }
    }

    long newest() {
        return recorded.isEmpty() ? 0 : recorded.lastKey();
    }

    /** By the log, or on their way into it. */
    List<CheckpointMetadata> complete() {
        List<CheckpointMetadata> complete = new ArrayList<>(recorded.values());
        pending.values().stream().filter(one -> one.recording).forEach(one -> complete.add(one.stored));
        return complete;
    }

    /** What checkpoints under way point at, and what the next snapshots will. */
    List<Map<Integer, StateHandle>> pointedAt() {
        List<Map<Integer, StateHandle>> all = new ArrayList<>();
        pending.values().forEach(one -> all.addAll(one.acknowledged.values()));
        for (SegmentTask task : tasks) {
            Map<Integer, StateHandle> next = new TreeMap<>(task.known);
            next.keySet().retainAll(task.now);
            all.add(next);
        }
        return all;
    }

    private void record() {
        for (Pending one : List.copyOf(pending.values())) {
            if (one.recording) {
                pending.remove(one.id);
                recorded.put(one.id, one.stored);
                completions++;
                List.copyOf(pending.headMap(one.id).values()).forEach(this::giveUp);
                retire();
                return;
            }
        }
    }

    void retire() {
        List<Long> surplus = new ArrayList<>(strays.headSet(newest()));
        strays.removeAll(surplus);
        List<Long> checkpoints = recorded.values().stream()
                .filter(metadata -> metadata.kind() == Kind.CHECKPOINT)
                .map(CheckpointMetadata::id)
                .toList();
        surplus.addAll(checkpoints.subList(0, Math.max(0, checkpoints.size() - retained)));
        surplus.forEach(recorded::remove);
        long bound = newest();
        io.add(storage -> {
            for (long id : surplus) {
                try {
                    storage.discard(id);
                } catch (IOException e) {
                    answers.add(() -> strays.add(id));
                }
            }
            storage.collect(bound);
        });
    }

    void giveUp(Pending one) {
        if (!one.recording && pending.remove(one.id, one)) {
            one.givenUp = true;
            discard(one.id);
        }
    }

    /** What is on its way into the log stays, and is the newest. */
    private void fence() {
        List.copyOf(pending.values()).forEach(this::giveUp);
        CheckpointMetadata newest = pending.isEmpty()
                ? recorded.isEmpty() ? null : recorded.lastEntry().getValue()
                : pending.lastEntry().getValue().stored;
        restart(newest, random.nextBoolean());
    }

    private void answer() {
        if (!answers.isEmpty()) {
            answers.remove(0).run();
        }
    }

    // ---- io threads

    private void act() {
        if (!io.isEmpty()) {
            try {
                io.remove(random.nextInt(io.size())).run(place.storage());
            } catch (IOException e) {
                // Told in the log, and made up for later.
            }
        }
    }

    /** As a coordinator lets it be done: whoever stores what was given up meanwhile deletes it. */
    private void store(CheckpointStorage storage, Pending one, CheckpointMetadata metadata) throws IOException {
        if (one.givenUp) {
            return;
        }
        try {
            storage.complete(metadata);
            answers.add(() -> stored(one, metadata));
        } catch (IOException e) {
            answers.add(() -> giveUp(one));
        } finally {
            if (one.givenUp) {
                storage.discard(one.id);
            }
        }
    }

    /** Lets everything come to its end; one more is recorded on the way. */
    void comeToRest() {
        long before = completions;
        for (int turn = 0; completions < before + 2 || !io.isEmpty() || !answers.isEmpty(); turn++) {
            if (turn > 10_000) {
                throw new AssertionError("It does not come to rest");
            }
            if (pending.isEmpty() && completions < before + 2) {
                begin(Kind.CHECKPOINT);
            }
            tasks.forEach(this::barrier);
            act();
            answer();
            store();
            record();
        }
        retire();
        while (!io.isEmpty()) {
            act();
        }
    }
}
