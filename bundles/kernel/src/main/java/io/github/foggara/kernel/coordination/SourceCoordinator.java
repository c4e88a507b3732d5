package io.github.foggara.kernel.coordination;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.plan.PlanVertex;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** One enumerator and what it may do. Coord thread only. */
final class SourceCoordinator<S> implements EnumeratorContext<S> {
    private final PlanVertex vertex;
    private final String name;
    private final Source<?, S> source;
    private final CoordinationListener listener;
    private final Runnable totalChanged;
    private final Timers timers;
    private final Set<EngineRuntime.Cancellable> waiting = new HashSet<>();
    private SplitEnumerator<S> enumerator;
    private boolean started;
    private long totalWork = -1;

    /** Runs an action on the coord thread after a delay; what it throws fails the job. */
    interface Timers {
        EngineRuntime.Cancellable after(Duration delay, Callable<Void> action);
    }

    SourceCoordinator(
            PlanVertex vertex,
            String name,
            Source<?, S> source,
            CoordinationListener listener,
            Runnable totalChanged,
            Timers timers) {
        this.timers = timers;
        this.vertex = vertex;
        this.name = name;
        this.source = source;
        this.listener = listener;
        this.totalChanged = totalChanged;
    }

    /**
     * @param state that a checkpoint holds of it
     */
    void start(Optional<byte[]> state) throws CoordinationFailure {
        try {
            enumerator =
                    state.isPresent() ? source.restoreEnumerator(this, state.get()) : source.createEnumerator(this);
            enumerator.start();
            started = true;
        } catch (Exception e) {
            throw new CoordinationFailure("The source '" + name + "' cannot start", e);
        }
    }

    void request(int subtask) throws CoordinationFailure {
        try {
            enumerator.handleSplitRequest(subtask);
        } catch (Exception e) {
            throw new CoordinationFailure("The source '" + name + "' did not find its next split", e);
        }
    }

    byte[] snapshot(long checkpoint) throws Exception {
        return enumerator.snapshot(checkpoint);
    }

    String uid() {
        return vertex.head();
    }

    void close() throws Exception {
        waiting.forEach(EngineRuntime.Cancellable::cancel);
        waiting.clear();
        if (enumerator != null) {
            enumerator.close();
        }
    }

    String name() {
        return name;
    }

    /** -1 if unknown. */
    long totalWork() {
        return totalWork;
    }

    @Override
    public int parallelism() {
        return vertex.parallelism();
    }

    @Override
    public void assign(int subtask, S split) {
        check(subtask);
        listener.assigned(vertex.index(), subtask, List.of(source.splitCodec().encode(split)), false);
    }

    @Override
    public void noMoreSplits(int subtask) {
        check(subtask);
        listener.assigned(vertex.index(), subtask, List.of(), true);
    }

    @Override
    public void totalWork(long units) {
        totalWork = Math.max(-1, units);
        if (started) {
            totalChanged.run();
        }
    }

    @Override
    public void callAfter(Duration delay, Action action) {
        EngineRuntime.Cancellable[] timer = new EngineRuntime.Cancellable[1];
        timer[0] = timers.after(delay, () -> {
            waiting.remove(timer[0]);
            run(action);
            return null;
        });
        waiting.add(timer[0]);
    }

    private void run(Action action) throws CoordinationFailure {
        try {
            action.run();
        } catch (Exception e) {
            throw new CoordinationFailure("The source '" + name + "' could not look for more input", e);
        }
    }

    private void check(int subtask) {
        if (subtask < 0 || subtask >= vertex.parallelism()) {
            throw new IllegalArgumentException("The enumerator of source '" + name + "' addressed subtask " + subtask
                    + "; there are 0 to " + (vertex.parallelism() - 1));
        }
    }
}
