package io.github.foggara.kernel.coordination;

import io.github.foggara.api.job.SinkCommitter;
import java.util.List;

/** One committer and how far it came. Coord thread only. */
final class SinkCoordinator {
    private final String uid;
    private final String name;
    private final SinkCommitter committer;
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

    void open() throws CoordinationFailure {
        try {
            committer.open();
        } catch (Exception e) {
            throw new CoordinationFailure("The sink '" + name + "' cannot start", e);
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

    /** Output that was committed stays, whatever happened to other sinks. */
    void close(boolean abort) throws Exception {
        if (abort && !committed) {
            committer.abort();
        }
    }
}
