package io.github.foggara.kernel.simulation;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sees what user code sees, over all containers of one simulation, and says when it is what must never be; it also throws where the
 * chaos wants it. Simulated threads only, of which one runs at a time; what those of a finished simulation still do is not heard.
 */
final class Witness {
    private static final Map<String, Witness> BY_JOB = new ConcurrentHashMap<>();

    private record Task(String operator, int subtask) {}

    private record Key(Task task, int attempt) {}

    private final String job;
    private final Chaos chaos;
    private final List<String> wrong = new ArrayList<>();
    private final Map<Integer, List<String>> operators = new HashMap<>();
    private final Map<Task, Integer> newest = new HashMap<>();
    private final Map<Task, Attempt> live = new HashMap<>();
    private final Set<Key> finished = new HashSet<>();
    private final Set<Key> closed = new HashSet<>();
    private final Map<String, List<WitnessedSink.Part>> published = new HashMap<>();
    private final Set<String> abortedSinks = new HashSet<>();
    /** By sink and part, what a sink that publishes by checkpoints has published. */
    private final Map<String, Map<String, List<String>>> streamed = new HashMap<>();
    /** Checkpoints of which the log on disk says that they are complete. */
    private final Set<Long> complete = new HashSet<>();

    private EngineRuntime pacer;
    private int records;
    private int failures;
    private int attempts;
    private int compactions;
    private boolean cancelling;
    private Optional<JobStatus> end = Optional.empty();

    Witness(String job, Chaos chaos) {
        this.job = job;
        this.chaos = chaos;
        BY_JOB.put(job, this);
    }

    static Witness of(String job) {
        Witness witness = BY_JOB.get(job);
        if (witness == null) {
            throw new IllegalStateException("The simulation of " + job + " is over");
        }
        return witness;
    }

    void forget() {
        BY_JOB.remove(job);
    }

    void wrong(String words) {
        wrong.add(words);
    }

    /** What was seen that must not be. */
    List<String> wrong() {
        return wrong;
    }

    /** Failures made so far. */
    int failures() {
        return failures;
    }

    int attempts() {
        return attempts;
    }

    /** The container was killed: nothing in it lives. */
    void containerDied() {
        live.clear();
    }

    void deployed(TaskDeployment deployment) {
        operators.put(deployment.attempt().vertex(), deployment.chain());
    }

    /** Users see that the job is being cancelled. */
    void cancelling() {
        cancelling = true;
    }

    void ended(JobStatus state) {
        end = Optional.of(state);
        if (cancelling && state != JobStatus.CANCELED) {
            wrong("The job is " + state + " after it was CANCELLING");
        }
    }

    /** No attempt lives. Those of a JobMaster that died while it ended the job may live a little longer than the job. */
    boolean idle() {
        return live.isEmpty();
    }

    @Override
    public String toString() {
        return "live attempts of " + job + ": " + live.values();
    }

    /** By sink, sorted lines. */
    Map<String, List<String>> published() {
        Map<String, List<String>> lines = new HashMap<>();
        published.forEach((sink, parts) -> lines.put(
                sink,
                parts.stream().flatMap(part -> part.lines().stream()).sorted().toList()));
        streamed.forEach((sink, parts) -> lines.put(
                sink, parts.values().stream().flatMap(List::stream).sorted().toList()));
        return lines;
    }

    // ---- checkpoints

    /** The container that runs now. */
    void pacedBy(EngineRuntime runtime) {
        pacer = runtime;
    }

    /** A moment passes. */
    void pace() {
        pacer.newParker().parkNanos(1_000_000);
    }

    void complete(long checkpoint) {
        complete.add(checkpoint);
    }

    /** Most that completed. */
    int completeCheckpoints() {
        return complete.size();
    }

    /** The log is being compacted. */
    void compacted() {
        compactions++;
    }

    /** How often it was. */
    int compactions() {
        return compactions;
    }

    /** Somebody acts on this checkpoint being complete. */
    void actedOn(long checkpoint, String what) {
        if (!complete.contains(checkpoint)) {
            wrong("Checkpoint " + checkpoint + " is " + what + " before the log says that it is complete");
        }
    }

    /** A part is published, perhaps once more. */
    void publishes(String sink, String part, List<String> lines) {
        List<String> before =
                streamed.computeIfAbsent(sink, s -> new HashMap<>()).put(part, lines);
        if (before != null && !before.equals(lines)) {
            wrong("Sink " + sink + " publishes part " + part + " as " + lines + " after " + before);
        }
    }

    // ---- tasks

    /** One attempt at one operator. */
    final class Attempt {
        private final Key key;

        private Attempt(Key key) {
            this.key = key;
        }

        /** One call of user code. */
        void record() throws IOException {
            records++;
            if (chaos.kind() == Chaos.Kind.HOPELESS && key.task().operator().endsWith("out")) {
                failures++;
                throw new IllegalStateException("always");
            }
            if (chaos.failures().contains(records)) {
                failures++;
                if (records % 2 == 0) {
                    throw new IOException("planned at call " + records);
                }
                throw new IllegalStateException("planned at call " + records);
            }
        }

        void finished() {
            finished.add(key);
        }

        void closed() {
            if (live.get(key.task()) == this) {
                live.remove(key.task());
                closed.add(key);
            }
        }

        @Override
        public String toString() {
            return key.toString();
        }
    }

    Attempt opened(String operator, int subtask, int number) {
        Task task = new Task(operator, subtask);
        Key key = new Key(task, number);
        Attempt before = live.get(task);
        if (before != null) {
            wrong("Attempt " + number + " of " + task + " opens while " + before + " lives");
        }
        if (number <= newest.getOrDefault(task, -1)) {
            wrong("Attempt " + number + " of " + task + " opens after attempt " + newest.get(task));
        }
        attempts++;
        newest.merge(task, number, Math::max);
        Attempt attempt = new Attempt(key);
        live.put(task, attempt);
        return attempt;
    }

    /** The log says that this attempt has finished. */
    void saidFinished(int vertex, int subtask, int number) {
        for (String operator : operators.getOrDefault(vertex, List.of())) {
            Key key = new Key(new Task(operator, subtask), number);
            boolean ours = operator.endsWith("read") || operator.endsWith("out");
            if (ours && !closed.contains(key)) {
                wrong("The log says that " + key + " has finished, but it has not closed");
            }
            if (operator.endsWith("out") && !finished.contains(key)) {
                wrong("The log says that " + key + " has finished, but it has not");
            }
        }
    }

    // ---- output

    void reopened(String sink, List<WitnessedSink.Part> kept) {
        abortedSinks.remove(sink);
        known(sink, kept, "kept");
        if (published.containsKey(sink)) {
            wrong("Sink " + sink + " is opened again after it published");
        }
    }

    void aborted(String sink) {
        abortedSinks.add(sink);
    }

    void committed(String sink, List<WitnessedSink.Part> parts) {
        known(sink, parts, "published");
        if (abortedSinks.contains(sink)) {
            wrong("Sink " + sink + " publishes what it has aborted");
        }
        end.ifPresent(state -> wrong("Sink " + sink + " publishes after the job was " + state));
        List<WitnessedSink.Part> before = published.put(sink, parts);
        if (before != null && !before.equals(parts)) {
            wrong("Sink " + sink + " publishes " + parts + " after it published " + before);
        }
    }

    private void known(String sink, List<WitnessedSink.Part> parts, String what) {
        Set<Integer> subtasks = new HashSet<>();
        for (WitnessedSink.Part part : parts) {
            Key key = new Key(new Task(sink, part.subtask()), part.attempt());
            if (!finished.contains(key)) {
                wrong(what + " is the output of " + key + ", which has not finished");
            }
            if (!subtasks.add(part.subtask())) {
                wrong(what + " is more than one output of subtask " + part.subtask() + " of " + sink + ": " + parts);
            }
        }
    }
}
