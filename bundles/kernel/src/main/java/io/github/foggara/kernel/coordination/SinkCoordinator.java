package io.github.foggara.kernel.coordination;

import io.github.foggara.api.job.SinkCommitter;
import java.util.List;
import java.util.Optional;

/** One committer and how far it came. Coord thread only. */
final class SinkCoordinator {
    private final String uid;
    private final String name;
    private final SinkCommitter committer;
    private boolean touched;
    private boolean committed;

    SinkCoordinator(String uid, String name, SinkCommitter committer) {
        this.uid = uid;
        this.name = name;
        this.committer = committer;
    }

    String uid() {
        return uid;
    }

    String name() {
        return name;
    }

    Optional<String> clashesWith(SinkCoordinator other) throws CoordinationFailure {
        try {
            return committer.clashesWith(other.committer);
        } catch (RuntimeException e) {
            throw new CoordinationFailure("The sink '" + name + "' cannot start", e);
        }
    }

    /** From now on an abort concerns it. */
    void touch() {
        touched = true;
    }

    /**
     * @return whether what earlier lives finished is there
     */
    boolean open(List<byte[]> finished) throws CoordinationFailure {
        touched = true;
        try {
            if (!finished.isEmpty()) {
                return committer.reopen(finished);
            }
            committer.open();
            return true;
        } catch (Exception e) {
            throw new CoordinationFailure("The sink '" + name + "' cannot start", e);
        }
    }

    /** Whether its author has written how output is published by checkpoints. */
    boolean publishesByCheckpoints() {
        try {
            return committer
                            .getClass()
                            .getMethod("commit", long.class, List.class)
                            .getDeclaringClass()
                    != SinkCommitter.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** Instead of {@link #open}. */
    void restore(long checkpoint, List<byte[]> committables) throws CoordinationFailure {
        touched = true;
        try {
            committer.restore(checkpoint, committables);
        } catch (Exception e) {
            throw new CoordinationFailure("The sink '" + name + "' cannot go on from checkpoint " + checkpoint, e);
        }
    }

    void commit(long checkpoint, List<byte[]> committables) throws CoordinationFailure {
        try {
            committer.commit(checkpoint, committables);
        } catch (Exception e) {
            throw new CoordinationFailure(
                    "The output of sink '" + name + "' up to checkpoint " + checkpoint + " was not published", e);
        }
    }

    void prepare(List<byte[]> committables) throws CoordinationFailure {
        try {
            committer.prepare(committables);
        } catch (Exception e) {
            throw new CoordinationFailure("The output of sink '" + name + "' cannot be published", e);
        }
    }

    void commit(List<byte[]> committables) throws CoordinationFailure {
        try {
            committer.commit(committables);
            committed = true;
        } catch (Exception e) {
            throw new CoordinationFailure("The output of sink '" + name + "' was not published", e);
        }
    }

    /** Output that was committed stays, whatever happened to other sinks; what was not touched is left alone. */
    void close(CoordinatorGateway.Leftover leftover) throws Exception {
        if (!touched || committed) {
            return;
        }
        switch (leftover) {
            case REMOVE -> committer.abort();
            case KEEP -> committer.suspend();
            case LEAVE -> {}
        }
    }
}
