package io.github.foggara.api.checkpoint;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Purpose: what a coordinator sees of its job and may do. Thread: main. Nothing blocks. */
@ProviderType
public interface CheckpointContext {
    JobId job();

    String jobName();

    String fingerprint();

    Configuration configuration();

    EngineRuntime runtime();

    StorageContext storage();

    /** Vertices in topological order, with the attempts of now. */
    List<Vertex> vertices();

    /** Completed checkpoints that the log knows, the oldest first. */
    List<CheckpointMetadata.Pointer> completed();

    /** Highest id that was ever issued in this run. */
    long lastIssued();

    /** Runs an action on main after a delay. */
    EngineRuntime.Cancellable after(Duration delay, Runnable action);

    /**
     * Runs a blocking action on an io thread, and the answer on main. What was given inside of {@link CheckpointCoordinator#close} or
     * before still runs, but no answer comes afterwards.
     */
    <T> void io(BlockingCall<T> action, IoAnswer<T> answer);

    /** Records that an id is issued; answered by {@link CheckpointCoordinator#issued} when that is durable. */
    void issue(long checkpoint, CheckpointMetadata.Kind kind);

    /**
     * Asks every enumerator for its state; answered by {@link CheckpointCoordinator#coordinatorsSnapshotted}. Splits that are assigned
     * from then on are held back until the sources' barriers have been sent, or the checkpoint is given up.
     */
    void snapshotCoordinators(long checkpoint);

    /** Sends the barrier to a task, which answers by acknowledge or decline. */
    void trigger(ExecutionAttemptId attempt, ChannelEvent.CheckpointBarrier barrier);

    /** All sources have been sent their barrier: splits go on. */
    void triggered(long checkpoint);

    /**
     * Records that it is complete; answered by {@link CheckpointCoordinator#recorded} when that is durable, or by {@link
     * CheckpointCoordinator#refused}, unless the life ends first. Only when it is recorded are tasks told and committables published, by the
     * kernel.
     */
    void complete(CheckpointMetadata metadata, CheckpointMetadata.Pointer pointer, Summary summary);

    /**
     * It was given up: its statistics are kept.
     *
     * @param tasksToo whether tasks are told, which give up all before it as well: false while an older one is pending
     */
    void aborted(long checkpoint, CheckpointDecline reason, String words, Summary summary, boolean tasksToo);

    /** It is deleted, or was found damaged: the log forgets it. */
    void discarded(long checkpoint);

    /**
     * No checkpoint begins from now on, on demand either, although the job runs: operators are told. Said again when that changes, also when
     * tasks were restarted; whether it is said twice does not matter.
     *
     * @param why in words; empty if checkpoints go on
     */
    void resting(Optional<String> why);

    /** More failed in a row than tolerated: answered as a failure of the job. */
    void intolerable(String words);

    /**
     * A chain of operators.
     *
     * @param coordinators uids of operators with an enumerator
     * @param attempts by subtask
     * @param producers one per input edge; none for a source
     */
    record Vertex(
            int index,
            String name,
            List<String> chain,
            int parallelism,
            int maxParallelism,
            List<String> coordinators,
            List<Attempt> attempts,
            List<Producer> producers) {
        public boolean source() {
            return producers.isEmpty();
        }
    }

    /** An attempt of now. */
    record Attempt(ExecutionAttemptId id, Phase phase) {}

    /** As far as it matters here. */
    enum Phase {
        STARTING,
        RUNNING,
        FINISHED,
        /** As FINISHED, with output to publish that stands in no checkpoint: none may be taken without it. */
        UNPUBLISHED,
        /** Failed, cancelled or on its way there. */
        ENDING
    }

    /**
     * Whom a vertex reads.
     *
     * @param vertex index of the producer
     * @param allToAll whether every subtask reads every subtask; if not, subtask n reads subtask n
     */
    record Producer(int vertex, boolean allToAll) {}

    /**
     * For users.
     *
     * @param durationMillis from the trigger to its end
     * @param slowest task that answered last, or did not answer; empty if none
     */
    record Summary(
            long triggeredMillis,
            CheckpointMetadata.Kind kind,
            long durationMillis,
            long bytes,
            long alignmentMillis,
            long pauseMillis,
            Optional<String> slowest) {}

    /** May block. */
    interface BlockingCall<T> {
        T call() throws Exception;
    }

    /** On main. */
    interface IoAnswer<T> {
        /**
         * @param problem null if it went well
         */
        void done(T result, Throwable problem);
    }
}
