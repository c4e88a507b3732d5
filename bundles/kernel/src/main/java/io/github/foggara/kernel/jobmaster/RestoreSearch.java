package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.CheckpointStorage.Damaged;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what a life goes on from: the newest checkpoint that is whole. It is read through before anything is deployed, so that nothing is
 * restored in half. io thread; touches nothing of a job.
 *
 * <ul>
 *   <li>The log names completed checkpoints: the newest of them, an older one if that is damaged, and never the beginning.
 *   <li>The log was lost: the newest in storage; without one, only what was never replaced begins.
 *   <li>A run that has nothing yet: what its configuration names.
 * </ul>
 */
final class RestoreSearch {
    private static final Logger LOG = LoggerFactory.getLogger(RestoreSearch.class);

    private final CheckpointStorage storage;
    private final Question question;
    private final List<Damaged> damaged = new ArrayList<>();

    /**
     * @param job name, for messages
     * @param completed by the log, the oldest first
     * @param lastIssued highest id the log knows of; 0 while the run has no checkpoint of its own and was given none
     * @param logReplaced why the log is not the first one of the run
     * @param path of a checkpoint that a new run begins from
     */
    record Question(
            String job, List<Pointer> completed, long lastIssued, Optional<String> logReplaced, Optional<String> path) {
        boolean fresh() {
            return lastIssued == 0;
        }
    }

    /**
     * @param point {@link RestorePoint#NONE} to begin from the beginning
     * @param adopted those the log does not know yet and is to know, the oldest first
     * @param damaged newer ones that were passed over
     * @param refused why the job must not run; empty if it may
     * @param atOnce whether nothing but another configuration helps
     */
    record Found(
            RestorePoint point,
            List<Pointer> adopted,
            List<Damaged> damaged,
            Optional<String> refused,
            boolean atOnce) {}

    RestoreSearch(CheckpointStorage storage, Question question) {
        this.storage = storage;
        this.question = question;
    }

    Found search() throws IOException {
        if (!question.completed().isEmpty()) {
            Optional<RestorePoint> newest = newest(question.completed());
            discardUnknown();
            return newest.map(point -> found(point, List.of())).orElseGet(() -> refuse(allDamaged(), false));
        }
        if (question.fresh() || question.logReplaced().isPresent()) {
            List<Pointer> there = storage.completed(damaged::add);
            Optional<RestorePoint> newest = newest(there);
            if (newest.isPresent()) {
                return found(newest.get(), upTo(there, newest.get().checkpoint()));
            } else if (!damaged.isEmpty()) {
                return refuse(allDamaged(), false);
            }
        } else {
            discardUnknown();
        }
        if (question.logReplaced().isPresent()) {
            return refuse(nothingLeft(question.logReplaced().get()), false);
        }
        return question.fresh() && question.path().isPresent()
                ? named(question.path().get())
                : found(RestorePoint.NONE, List.of());
    }

    private Found found(RestorePoint point, List<Pointer> adopted) {
        List<Damaged> newer =
                damaged.stream().filter(one -> one.id() > point.checkpoint()).toList();
        return new Found(point, adopted, newer, Optional.empty(), false);
    }

    private Found refuse(String words, boolean atOnce) {
        return new Found(RestorePoint.NONE, List.of(), List.copyOf(damaged), Optional.of(words), atOnce);
    }

    private String allDamaged() {
        return "No completed checkpoint of job '" + question.job()
                + "' can be read, and it may have published output, so"
                + " it does not begin again by itself: "
                + damaged.stream().map(RestoreSearch::told).collect(Collectors.joining("; "))
                + ". Bring the files back, or cancel the job and start it anew";
    }

    /** One that was passed over, for users. */
    static String told(Damaged one) {
        return "checkpoint " + one.id() + ": " + one.words();
    }

    private String nothingLeft(String why) {
        return "Job '" + question.job() + "' may have published output, and neither its event log nor a completed"
                + " checkpoint is left to go on from, so it does not begin again by itself (" + why
                + "). Bring its checkpoints back, or cancel the job and start it anew";
    }

    /**
     * @throws IOException if one cannot be read for now: an older one must not stand in for it
     */
    private Optional<RestorePoint> newest(List<Pointer> pointers) throws IOException {
        for (int i = pointers.size() - 1; i >= 0; i--) {
            Pointer pointer = pointers.get(i);
            try {
                CheckpointMetadata metadata = storage.load(pointer.pointer());
                if (metadata.id() != pointer.id()) {
                    throw new DamagedCheckpointException(
                            "the checkpoint at " + pointer.pointer() + " has the id " + metadata.id());
                }
                return Optional.of(read(metadata));
            } catch (DamagedCheckpointException e) {
                LOG.warn("Checkpoint {} of job {} cannot be used", pointer.id(), question.job(), e);
                damaged.add(new Damaged(pointer.id(), words(e)));
            }
        }
        return Optional.empty();
    }

    private static List<Pointer> upTo(List<Pointer> pointers, long newest) {
        return pointers.stream().filter(pointer -> pointer.id() <= newest).toList();
    }

    private Found named(String path) throws IOException {
        try {
            CheckpointMetadata metadata = storage.load(path);
            RestorePoint point = read(metadata);
            Pointer pointer =
                    new Pointer(metadata.id(), metadata.timestampMillis(), CheckpointMetadata.Kind.SAVEPOINT, path, 0);
            return found(point, List.of(pointer));
        } catch (DamagedCheckpointException e) {
            return refuse(
                    "Job '" + question.job() + "' cannot begin from the checkpoint that"
                            + " execution.state-recovery.path names: " + words(e),
                    true);
        }
    }

    private static String words(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    /**
     * Complete, but a crash came before that was recorded: nothing of it was published, nothing goes on from it. What was issued after
     * this question was asked belongs to a later life. What cannot be deleted now is in nobody's way.
     */
    private void discardUnknown() {
        try {
            discardUnlisted();
        } catch (IOException e) {
            LOG.warn("Checkpoints that job {} does not go on from are left for later: {}", question.job(), words(e));
        }
    }

    private void discardUnlisted() throws IOException {
        Set<Long> known = question.completed().stream().map(Pointer::id).collect(Collectors.toSet());
        for (Pointer pointer : storage.completed(damaged -> {})) {
            if (pointer.id() <= question.lastIssued()
                    && !known.contains(pointer.id())
                    && pointer.kind() == CheckpointMetadata.Kind.CHECKPOINT) {
                storage.discard(pointer.id());
            }
        }
    }

    /** All of its files are whole. */
    private RestorePoint read(CheckpointMetadata metadata) throws IOException {
        Map<String, byte[]> enumerators = new TreeMap<>();
        for (CheckpointMetadata.Vertex vertex : metadata.vertices()) {
            for (Map.Entry<String, StateHandle> entry : vertex.coordinators().entrySet()) {
                try (InputStream in = storage.read(entry.getValue())) {
                    enumerators.put(entry.getKey(), in.readAllBytes());
                }
            }
            for (var subtask : vertex.subtasks().values()) {
                for (OperatorSnapshot operator : subtask.operators().values()) {
                    readThrough(operator);
                }
            }
        }
        return new RestorePoint(metadata.id(), metadata, enumerators);
    }

    private void readThrough(OperatorSnapshot operator) throws IOException {
        if (operator.keyed().isPresent()) {
            for (OperatorSnapshot.Group group : operator.keyed().get().groups()) {
                readThrough(group.bytes());
            }
        }
        for (OperatorSnapshot.Named named : operator.operatorStates()) {
            readThrough(named.bytes());
        }
    }

    private void readThrough(StateHandle handle) throws IOException {
        if (handle instanceof StateHandle.InFile) {
            try (InputStream in = storage.read(handle)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }
}
