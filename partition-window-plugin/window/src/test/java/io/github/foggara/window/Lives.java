package io.github.foggara.window;

import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.PendingSnapshot;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One subtask that crashes at random moments, is restored from its last snapshot each time, and is given its records again from there.
 * Snapshots are taken at random moments too, and written at once, later, or not at all.
 */
final class Lives<I, O> {
    private final Supplier<? extends Operator<I, O>> operators;
    private final List<? extends I> records;
    private final Random random;
    /** What was emitted before the snapshot of now. */
    private final List<O> emitted = new ArrayList<>();

    private StoredSnapshot snapshot;
    private int position;
    private int crashes;
    private int snapshots;
    private OperatorHarness<I, O> harness;
    private PendingSnapshot pending;
    private StoredSnapshot newest;
    private int untilEvent;
    private int pace;

    Lives(Supplier<? extends Operator<I, O>> operators, List<? extends I> records, Random random) {
        this.operators = operators;
        this.records = records;
        this.random = random;
    }

    /** Snapshots that were written. */
    int snapshots() {
        return snapshots;
    }

    /**
     * @param settings of each life, from 0
     * @return what was emitted in all
     */
    List<O> run(Function<Integer, TaskSetting> settings, int maxCrashes) throws Exception {
        for (int life = 0; ; life++) {
            crashes = maxCrashes - life;
            newest = null;
            pace = 1 + random.nextInt(2 + records.size() / 2);
            untilEvent = random.nextInt(pace);
            List<StoredSnapshot> former = snapshot == null ? List.of() : List.of(snapshot);
            try (OperatorHarness<I, O> life1 = new OperatorHarness<>(operators.get(), settings.apply(life), former)) {
                harness = life1;
                if (live()) {
                    emitted.addAll(life1.output());
                    return emitted;
                }
                fallBack();
            }
        }
    }

    private boolean live() throws Exception {
        try {
            harness.context().between(this::event);
            harness.context().awaiting(this::writeWhatIsPending);
            harness.run(new ScriptedInput<>(records.subList(position, records.size()), given -> event()));
            return true;
        } catch (Crash crash) {
            return false;
        } finally {
            if (pending != null) {
                pending.close();
                pending = null;
            }
        }
    }

    private void fallBack() {
        if (newest != null) {
            emitted.addAll(harness.output().subList(0, newest.emitted()));
            position += newest.given();
            snapshot = newest;
        }
    }

    /** As the engine does on another thread meanwhile: the operator may wait for what the snapshot pins. */
    private void writeWhatIsPending() {
        if (pending != null && harness.context().io().waiting() == 0) {
            newest = pending.write();
            snapshots++;
            pending = null;
        }
    }

    private void event() {
        if (--untilEvent > 0) {
            return;
        }
        untilEvent = 1 + random.nextInt(pace);
        if (pending != null) {
            if (random.nextInt(4) > 0) {
                newest = pending.write();
                snapshots++;
            }
            pending.close();
            pending = null;
        } else if (crashes > 0 && random.nextInt(4) == 0) {
            throw new Crash();
        } else {
            pending = harness.begin();
            if (random.nextBoolean()) {
                newest = pending.write();
                snapshots++;
                pending = null;
            }
        }
    }
}
