package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.FailureTrace;
import io.github.foggara.kernel.taskexecutor.chain.ChainCut;
import io.github.foggara.kernel.taskexecutor.chain.CutStorage;
import io.github.foggara.kernel.taskexecutor.chain.StateSupply;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The part of a snapshot that the task does not wait for: writing it. {@link #run} on an io thread, once; everything else on the
 * task thread. Whichever comes first, its beginning or {@link #cancel}, decides whether it begins at all.
 */
final class AsyncSnapshot implements Runnable {
    /**
     * Where a snapshot goes.
     *
     * @param writer unique name of the attempt
     */
    record Target(EngineRuntime runtime, StateSupply.Storage storage, String writer) {}

    /** What was measured at the barrier. */
    record Measured(long alignmentNanos, long syncNanos, long[] inputPositions, long[] outputPositions) {}

    private enum Stage {
        QUEUED,
        RUNNING,
        DONE
    }

    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);
    private final long checkpoint;
    private final ChainCut cut;
    private final Measured measured;
    private final Target target;
    private final Runnable tell;
    private final long begun;
    private TaskReport report;
    private boolean sharedForced;
    private volatile boolean canceled;

    /**
     * @param tell called by the io thread when all is done; only enqueues
     */
    AsyncSnapshot(long checkpoint, ChainCut cut, Measured measured, Target target, Runnable tell) {
        this.checkpoint = checkpoint;
        this.cut = cut;
        this.measured = measured;
        this.target = target;
        this.tell = tell;
        this.begun = target.runtime().nanoTime();
        // For when not even words can be made of what happens, as with memory at its end.
        this.report = new TaskReport.Declined(
                checkpoint, CheckpointDecline.SNAPSHOT_FAILED, "It could not be written, and there are no words why");
    }

    long checkpoint() {
        return checkpoint;
    }

    /** Whether nothing of it runs any more; what it has written stays only if it was forced. */
    boolean done() {
        return stage.get() == Stage.DONE;
    }

    boolean canceled() {
        return canceled;
    }

    /** Whether a next snapshot must not be written before this one is done: else of each operator's state there would be two. */
    boolean occupies() {
        return !done() && (!canceled || cut.holdsSegments());
    }

    /** Once it is done: what of it later ones may point at. */
    void settle() {
        cut.settle(sharedForced, report instanceof TaskReport.Acknowledged);
    }

    /** Whether the coordinator has to hear of it, once it is done: of one that was canceled only if its file stays, to be deleted. */
    boolean tells() {
        return !canceled || report instanceof TaskReport.Acknowledged;
    }

    /** Once it is done; never null. */
    TaskReport report() {
        return report;
    }

    /** It is not wanted any more: if it has not begun it is done now, else it ends soon. Idempotent. */
    void cancel() {
        canceled = true;
        stage.compareAndSet(Stage.QUEUED, Stage.DONE);
        cut.close();
    }

    @Override
    public void run() {
        if (!stage.compareAndSet(Stage.QUEUED, Stage.RUNNING)) {
            return;
        }
        try (cut) {
            report = written();
        } catch (Throwable t) {
            report = declined(t);
        } finally {
            stage.set(Stage.DONE);
            tell.run();
        }
    }

    private TaskReport written() throws IOException {
        Map<String, OperatorSnapshot> operators = cut.holdsState() ? toStorage() : cut.write(null, this::canceled);
        SubtaskSnapshot.Figures figures = new SubtaskSnapshot.Figures(
                measured.alignmentNanos(),
                measured.syncNanos(),
                target.runtime().nanoTime() - begun,
                cut.bytes(operators));
        return new TaskReport.Acknowledged(
                checkpoint,
                new SubtaskSnapshot(
                        operators, cut.finished(), measured.inputPositions(), measured.outputPositions(), figures));
    }

    private Map<String, OperatorSnapshot> toStorage() throws IOException {
        CutStorage storage = new CutStorage(target.storage().open(), checkpoint, target.writer());
        try (storage) {
            Map<String, OperatorSnapshot> operators = cut.write(storage, this::canceled);
            if (canceled) {
                throw new IOException("The checkpoint was given up");
            }
            storage.force();
            return operators;
        } finally {
            sharedForced = storage.sharedForced();
        }
    }

    /** What a storage throws has words for users; of others the root cause says more. */
    private TaskReport declined(Throwable cause) {
        if (cause instanceof IOException) {
            String words = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            return new TaskReport.Declined(checkpoint, CheckpointDecline.STORAGE_FAILED, words);
        }
        return new TaskReport.Declined(
                checkpoint,
                CheckpointDecline.SNAPSHOT_FAILED,
                "It could not be encoded: "
                        + FailureTrace.of(cause).lines().findFirst().orElse(""));
    }
}
