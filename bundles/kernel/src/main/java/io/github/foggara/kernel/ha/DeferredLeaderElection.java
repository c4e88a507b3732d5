package io.github.foggara.kernel.ha;

import io.github.foggara.api.ha.LeaderElection;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Takes leadership when the first epoch is asked for, and asks again the next time if it is not to be had: so a container starts
 * while another one still holds its directory, and its jobs say what they wait for. Thread-safe.
 */
public final class DeferredLeaderElection implements LeaderElection {
    private final Path directory;
    private FileLeaderElection election;
    private boolean closed;

    public DeferredLeaderElection(Path directory) {
        this.directory = directory;
    }

    @Override
    public synchronized long nextEpoch() throws IOException {
        if (closed) {
            throw new IOException("Leadership in " + directory + " was given up; no epoch is granted");
        }
        if (election == null) {
            election = FileLeaderElection.acquire(directory);
        }
        return election.nextEpoch();
    }

    @Override
    public synchronized boolean leader() {
        return election != null && election.leader();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (election != null) {
            election.close();
        }
    }
}
