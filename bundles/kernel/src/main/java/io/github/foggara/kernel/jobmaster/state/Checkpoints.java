package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checkpoints of a run, as its events tell. Main thread; written by {@link JobState} only. */
public final class Checkpoints {
    /** Newest ones that are kept for users. */
    public static final int HISTORY = 10;

    /** Newest savepoints that are kept to go on from; older ones are known to the storage only. */
    public static final int SAVEPOINTS = 10;

    private final List<Pointer> completed = new ArrayList<>();
    private final List<Ended> history = new ArrayList<>();
    private long lastIssued;
    private Optional<String> logReplaced = Optional.empty();

    Checkpoints() {}

    /** All of it. */
    record Image(long lastIssued, List<Pointer> completed, List<Ended> history, Optional<String> logReplaced) {
        Image {
            completed = List.copyOf(completed);
            history = List.copyOf(history);
        }
    }

    /**
     * A checkpoint that came to its end.
     *
     * @param pointer if it is complete
     * @param failure why not, for users
     */
    public record Ended(long id, Optional<Pointer> pointer, Optional<String> failure, Summary summary) {}

    /**
     * @return whether it was an event of checkpoints
     */
    boolean apply(JobEvent event) {
        if (event instanceof JobEvent.CheckpointIssued e) {
            issued(e.checkpoint());
        } else if (event instanceof JobEvent.CheckpointCompleted e) {
            completed(e);
        } else if (event instanceof JobEvent.CheckpointAborted e) {
            keep(new Ended(e.checkpoint(), Optional.empty(), Optional.of(e.words()), e.summary()));
        } else if (event instanceof JobEvent.CheckpointDiscarded e) {
            completed.removeIf(pointer -> pointer.id() == e.checkpoint());
        } else if (event instanceof JobEvent.LogReplaced e) {
            logReplaced = Optional.of(e.words());
        } else {
            return false;
        }
        return true;
    }

    private void issued(long id) {
        if (id <= lastIssued) {
            throw new IllegalStateException("Checkpoint " + id + " is issued after checkpoint " + lastIssued);
        }
        lastIssued = id;
    }

    private void completed(JobEvent.CheckpointCompleted event) {
        long id = event.pointer().id();
        long newest = newest().map(Pointer::id).orElse(0L);
        if (id <= newest) {
            throw new IllegalStateException("Checkpoint " + id + " is complete after checkpoint " + newest);
        }
        lastIssued = Math.max(lastIssued, id);
        completed.add(event.pointer());
        forgetOldSavepoints();
        keep(new Ended(id, Optional.of(event.pointer()), Optional.empty(), event.summary()));
    }

    /** Checkpoints are discarded by whoever takes them; nobody does so with savepoints. */
    private void forgetOldSavepoints() {
        List<Pointer> savepoints =
                completed.stream().filter(p -> p.kind() != Kind.CHECKPOINT).toList();
        if (savepoints.size() > SAVEPOINTS) {
            completed.remove(savepoints.get(0));
        }
    }

    Image image() {
        return new Image(lastIssued, completed, history, logReplaced);
    }

    /** In place of nothing. */
    void restore(Image image) {
        long newest = 0;
        for (Pointer pointer : image.completed()) {
            if (pointer.id() <= newest || pointer.id() > image.lastIssued()) {
                throw new IllegalStateException("An image has checkpoint " + pointer.id() + " as complete after "
                        + newest + ", and " + image.lastIssued() + " as the last one issued");
            }
            newest = pointer.id();
        }
        if (image.history().size() > HISTORY) {
            throw new IllegalStateException(
                    "An image has a history of " + image.history().size() + " checkpoints");
        }
        lastIssued = image.lastIssued();
        completed.addAll(image.completed());
        history.addAll(image.history());
        logReplaced = image.logReplaced();
    }

    private void keep(Ended ended) {
        history.add(ended);
        if (history.size() > HISTORY) {
            history.remove(0);
        }
    }

    /** Those that can be gone on from, the oldest first. */
    public List<Pointer> completed() {
        return List.copyOf(completed);
    }

    /** The one that whatever restarts goes on from. */
    public Optional<Pointer> newest() {
        return completed.isEmpty() ? Optional.empty() : Optional.of(completed.get(completed.size() - 1));
    }

    /** Highest id that was ever issued; 0 for none. */
    public long lastIssued() {
        return lastIssued;
    }

    /** The newest ones, newest last. */
    public List<Ended> history() {
        return List.copyOf(history);
    }

    /** Why the run has another log than it began with. */
    public Optional<String> logReplaced() {
        return logReplaced;
    }
}
