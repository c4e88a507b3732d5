package io.github.foggara.testkit.task;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.task.MemoryReservation;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** A task without an engine: what is asked of it is done at once, or when the test says so. */
public final class ManualTaskContext implements TaskContext {
    /** What a test does at some moment, on the task thread. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private final TaskSetting setting;
    private final List<StoredSnapshot> former;
    private final IoWork io = new IoWork();
    private Action between = () -> {};
    private Action awaiting = () -> {};
    private SegmentedState state;
    private boolean opening;
    private boolean canceled;
    private int betweens;

    /**
     * @param former by the subtasks of the run before; empty for a fresh start
     */
    public ManualTaskContext(TaskSetting setting, List<StoredSnapshot> former) {
        this.setting = setting;
        this.former = List.copyOf(former);
    }

    void opening(boolean now) {
        opening = now;
    }

    /** What the operator registered; null if nothing. */
    SegmentedState state() {
        return state;
    }

    public IoWork io() {
        return io;
    }

    public TaskSetting setting() {
        return setting;
    }

    /** From now on {@link #betweenRecords} does this. */
    public void between(Action action) {
        between = action;
    }

    /** From now on each look of {@link #await} at what it waits for does this first. */
    public void awaiting(Action action) {
        awaiting = action;
    }

    /** How often {@link #betweenRecords} was called. */
    public int betweens() {
        return betweens;
    }

    /** From now on the operator hears {@link CanceledError} where a task that was cancelled would. */
    public void cancel() {
        canceled = true;
    }

    @Override
    public String jobName() {
        return "job";
    }

    @Override
    public String operatorName() {
        return setting.operator();
    }

    @Override
    public int subtask() {
        return setting.subtask();
    }

    @Override
    public int parallelism() {
        return setting.parallelism();
    }

    @Override
    public int attempt() {
        return 0;
    }

    @Override
    public <S> S service(Class<S> type, String filter) {
        throw new IllegalStateException("There are no services in a test: " + type.getName());
    }

    @Override
    public RecordCodec<Object> inputCodec(int input) {
        return setting.types().codec(Object.class);
    }

    @Override
    public Class<?> inputType(int input) {
        return setting.inputType();
    }

    @Override
    public RecordCodec<Object> outputCodec() {
        return setting.types().codec(Object.class);
    }

    @Override
    public StateTypes types() {
        return setting.types();
    }

    @Override
    public Configuration configuration() {
        return setting.configuration();
    }

    @Override
    public KeyGroupRange keyGroups() {
        return setting.keyGroups();
    }

    @Override
    public KeyGrouping grouping() {
        return new MixedGrouping(setting.groups());
    }

    @Override
    public boolean takesSnapshots() {
        return setting.snapshots();
    }

    @Override
    public boolean sameTypes(StateTypes written) {
        return Arrays.equals(setting.types().table(), written.table());
    }

    @Override
    public List<FormerSegments> segments(SegmentedState registered, SegmentedState.Scope scope) {
        onlyInOpen("segments");
        if (state != null) {
            throw new IllegalStateException("There is a segmented state already");
        }
        state = registered;
        List<FormerSegments> mine = new ArrayList<>();
        for (int i = 0; i < former.size(); i++) {
            StoredSnapshot snapshot = former.get(i);
            if (scope == SegmentedState.Scope.SUBTASK ? i % parallelism() == subtask() : overlaps(snapshot)) {
                StateTypes written =
                        types().written(snapshot.types(), "partition of operator '" + operatorName() + "'");
                mine.add(new FormerSegments(written, snapshot.head().clone(), snapshot.segments()));
            }
        }
        return mine;
    }

    private boolean overlaps(StoredSnapshot snapshot) {
        return snapshot.keyGroups().first() <= keyGroups().last()
                && snapshot.keyGroups().last() >= keyGroups().first();
    }

    @Override
    public MemoryReservation reserve(long minimum, long wanted) {
        onlyInOpen("reserve");
        return setting.memory().reserve(minimum, wanted);
    }

    private void onlyInOpen(String what) {
        if (!opening) {
            throw new IllegalStateException(what + " is for open only");
        }
    }

    @Override
    public void betweenRecords() throws Exception {
        betweens++;
        checkCanceled();
        between.run();
        checkCanceled();
    }

    @Override
    public void checkCanceled() {
        if (canceled) {
            throw new CanceledError();
        }
    }

    @Override
    public <T> T await(CompletionStage<T> stage) throws Exception {
        CompletableFuture<T> future = stage.toCompletableFuture();
        while (!future.isDone()) {
            awaiting.run();
            checkCanceled();
            if (!future.isDone() && !io.runOne()) {
                throw new IllegalStateException("The operator waits for work that it gave to nobody");
            }
        }
        checkCanceled();
        return result(future);
    }

    private static <T> T result(CompletableFuture<T> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    @Override
    public void execute(Runnable work) {
        io.add(work);
    }
}
