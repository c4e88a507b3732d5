package io.github.foggara.kernel.coordination;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.SinkCommitter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All committers of a job. Coord thread only. */
final class SinkCoordinators {
    private final String jobName;
    private final List<SinkCoordinator> sinks = new ArrayList<>();

    SinkCoordinators(String jobName) {
        this.jobName = jobName;
    }

    /** Makes the committers, in the order of the graph. */
    void make(JobGraph graph, CommitterContext context) {
        for (OperatorNode node : graph.nodes()) {
            if (node.spec() instanceof SinkSpec spec) {
                SinkCommitter committer = spec.sink().createCommitter(context);
                if (committer != null) {
                    sinks.add(new SinkCoordinator(node.uid(), node.name(), committer));
                }
            }
        }
    }

    /**
     * @throws JobDefinitionException if two of them would publish to the same place
     */
    void requireApart() throws CoordinationFailure {
        for (int second = 1; second < sinks.size(); second++) {
            for (int first = 0; first < second; first++) {
                requireApart(sinks.get(first), sinks.get(second));
            }
        }
    }

    /**
     * @throws JobDefinitionException if one of them can only publish at the end of its job
     */
    void requireCheckpoints() {
        for (SinkCoordinator sink : sinks) {
            if (!sink.publishesByCheckpoints()) {
                throw new JobDefinitionException("The sink " + words(sink) + " of job '" + jobName
                        + "' publishes only at the end of its job, not by checkpoints. Take another sink, or leave"
                        + " out execution.checkpointing.interval");
            }
        }
    }

    /**
     * @return whether all that earlier lives finished is there
     */
    boolean open(Opening opening) throws CoordinationFailure {
        if (opening.restored().isPresent()) {
            restore(opening.restored().get());
            return true;
        }
        Map<String, List<byte[]>> finished = opening.finished();
        boolean kept = unknown(finished).isEmpty();
        for (SinkCoordinator sink : sinks) {
            kept &= sink.open(finished.getOrDefault(sink.uid(), List.of()));
        }
        return kept;
    }

    /** Nothing is published before all of them can go on. */
    private void restore(Opening.Restored from) throws CoordinationFailure {
        for (SinkCoordinator sink : sinks) {
            sink.restore(from.checkpoint(), from.committables().getOrDefault(sink.uid(), List.of()));
        }
        commit(from.checkpoint(), from.committables());
    }

    /** What a completed checkpoint holds; of sinks that are not in the graph any more, nothing. */
    void commit(long checkpoint, Map<String, List<byte[]>> committables) throws CoordinationFailure {
        for (SinkCoordinator sink : sinks) {
            sink.commit(checkpoint, committables.getOrDefault(sink.uid(), List.of()));
        }
    }

    private void requireApart(SinkCoordinator first, SinkCoordinator second) throws CoordinationFailure {
        Optional<String> place = second.clashesWith(first);
        if (place.isPresent()) {
            throw new JobDefinitionException("The sinks " + words(first) + " and " + words(second) + " of job '"
                    + jobName + "' would both publish to " + place.get() + ". Give each of them a place of its own");
        }
    }

    private String words(SinkCoordinator sink) {
        boolean unique =
                sinks.stream().filter(s -> s.name().equals(sink.name())).count() == 1;
        return "'" + sink.name() + "'" + (unique ? "" : " (uid " + sink.uid() + ")");
    }

    /** First phase. Nothing is published before all of them have passed it. */
    void prepare(Map<String, List<byte[]>> committables) throws CoordinationFailure {
        requireKnown(committables);
        for (SinkCoordinator sink : sinks) {
            sink.prepare(committables.getOrDefault(sink.uid(), List.of()));
        }
    }

    /** Second phase. */
    void commit(Map<String, List<byte[]>> committables) throws CoordinationFailure {
        requireKnown(committables);
        sinks.forEach(SinkCoordinator::touch);
        for (SinkCoordinator sink : sinks) {
            sink.commit(committables.getOrDefault(sink.uid(), List.of()));
        }
    }

    private void requireKnown(Map<String, List<byte[]>> committables) {
        Set<String> unknown = unknown(committables);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("There are committables of sinks that make no committer: " + unknown);
        }
    }

    private Set<String> unknown(Map<String, List<byte[]>> committables) {
        Set<String> unknown = new HashSet<>(committables.keySet());
        sinks.forEach(sink -> unknown.remove(sink.uid()));
        return unknown;
    }

    /** For closing; none is kept. */
    List<SinkCoordinator> drain() {
        List<SinkCoordinator> all = List.copyOf(sinks);
        sinks.clear();
        return all;
    }
}
