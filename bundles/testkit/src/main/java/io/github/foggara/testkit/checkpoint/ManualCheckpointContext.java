package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * A job's side of a coordinator, moved by hand: it writes down what the coordinator says, and answers nothing by itself. Blocking actions
 * run when {@link #runIo} says so. One thread.
 */
public final class ManualCheckpointContext implements CheckpointContext {
    private final ManualRuntime runtime = new ManualRuntime();
    private final JobOfTasks tasks;
    private final StorageContext storage;
    private final long lastIssued;
    private final List<Pointer> known = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final List<Runnable> io = new ArrayList<>();
    private final Queue<Runnable> answers = new ArrayDeque<>();
    private final Map<Long, CheckpointMetadata> metadata = new TreeMap<>();
    private final Map<Long, Summary> summaries = new TreeMap<>();
    private final Map<Long, String> words = new TreeMap<>();
    private Configuration configuration;
    private Optional<String> resting = Optional.empty();

    public ManualCheckpointContext(
            JobId job, JobOfTasks tasks, Path directory, Configuration configuration, long lastIssued) {
        this.tasks = tasks;
        this.storage = new StorageContext(job, "job", directory, configuration, 1);
        this.configuration = configuration;
        this.lastIssued = lastIssued;
    }

    // ---- for the test

    public JobOfTasks tasks() {
        return tasks;
    }

    /** As of a log that was read. */
    public void knows(Pointer pointer) {
        known.add(pointer);
    }

    public void configuration(Configuration changed) {
        configuration = changed;
    }

    /** What the coordinator said since the last call: its calls by name, id and more, in order. */
    public List<String> takeSaid() {
        List<String> taken = List.copyOf(said);
        said.clear();
        return taken;
    }

    /** Of a completed checkpoint. */
    public CheckpointMetadata metadata(long checkpoint) {
        return metadata.get(checkpoint);
    }

    /** Of a checkpoint that has ended. */
    public Summary summary(long checkpoint) {
        return summaries.get(checkpoint);
    }

    /** Why a checkpoint was given up. */
    public String words(long checkpoint) {
        return words.get(checkpoint);
    }

    /** Why no checkpoint begins. */
    public Optional<String> resting() {
        return resting;
    }

    /** Runs what was given to io, and the answers, and what these give. */
    public void runIo() {
        while (!io.isEmpty() || !answers.isEmpty()) {
            runIoActions();
            runIoAnswers();
        }
    }

    /** Only the actions: their answers are on their way. */
    public void runIoActions() {
        runIoActions(waiting -> 0);
    }

    /**
     * As {@link #runIoActions()}, in another order: they run side by side.
     *
     * @param choice which of so many waiting ones is next, from 0
     */
    public void runIoActions(IntUnaryOperator choice) {
        while (!io.isEmpty()) {
            io.remove(choice.applyAsInt(io.size())).run();
        }
    }

    /** Only the answers that are on their way. */
    public void runIoAnswers() {
        while (!answers.isEmpty()) {
            answers.remove().run();
        }
    }

    // ---- for the coordinator

    @Override
    public JobId job() {
        return storage.job();
    }

    @Override
    public String jobName() {
        return storage.jobName();
    }

    @Override
    public String fingerprint() {
        return "fingerprint";
    }

    @Override
    public Configuration configuration() {
        return configuration;
    }

    @Override
    public ManualRuntime runtime() {
        return runtime;
    }

    @Override
    public StorageContext storage() {
        return storage;
    }

    @Override
    public List<Vertex> vertices() {
        return tasks.vertices();
    }

    @Override
    public List<Pointer> completed() {
        return List.copyOf(known);
    }

    @Override
    public long lastIssued() {
        return lastIssued;
    }

    @Override
    public EngineRuntime.Cancellable after(Duration delay, Runnable action) {
        return runtime.schedule(delay.toNanos(), action);
    }

    @Override
    public <T> void io(BlockingCall<T> action, IoAnswer<T> answer) {
        io.add(() -> {
            T result;
            try {
                result = action.call();
            } catch (Exception e) {
                answers.add(() -> answer.done(null, e));
                return;
            }
            answers.add(() -> answer.done(result, null));
        });
    }

    @Override
    public void issue(long checkpoint, Kind kind) {
        said.add("issue " + checkpoint);
    }

    @Override
    public void snapshotCoordinators(long checkpoint) {
        said.add("snapshotCoordinators " + checkpoint);
    }

    @Override
    public void trigger(ExecutionAttemptId attempt, CheckpointBarrier barrier) {
        said.add("trigger " + attempt.vertex() + "." + attempt.subtask() + " " + barrier.id());
    }

    @Override
    public void triggered(long checkpoint) {
        said.add("triggered " + checkpoint);
    }

    @Override
    public void complete(CheckpointMetadata whole, Pointer pointer, Summary summary) {
        said.add("complete " + whole.id());
        known.add(pointer);
        metadata.put(whole.id(), whole);
        summaries.put(whole.id(), summary);
    }

    @Override
    public void aborted(long checkpoint, CheckpointDecline reason, String why, Summary summary, boolean tasksToo) {
        said.add("aborted " + checkpoint + " " + reason + (tasksToo ? "" : ", untold"));
        summaries.put(checkpoint, summary);
        words.put(checkpoint, why);
    }

    @Override
    public void discarded(long checkpoint) {
        said.add("discarded " + checkpoint);
        known.removeIf(pointer -> pointer.id() == checkpoint);
    }

    @Override
    public void resting(Optional<String> why) {
        resting = why;
    }

    @Override
    public void intolerable(String why) {
        said.add("intolerable");
    }
}
