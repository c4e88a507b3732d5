package io.github.foggara.api.ha;

import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: who may act for the jobs of a cluster. Thread: io for {@link #nextEpoch()}, which may block; any for the rest. One leader at a
 * time holds it; it is held until closed or lost.
 */
@ProviderType
public interface LeaderElection extends AutoCloseable {
    /**
     * A fencing epoch for one life of one JobMaster: higher than any granted before by any leader, also across crashes. Durable before it
     * is returned.
     *
     * @throws IOException if leadership is lost or the epoch cannot be made durable; then nothing may be done in its name
     */
    long nextEpoch() throws IOException;

    /** Whether leadership is held now. Asked before each durable write; cheap. */
    boolean leader();

    /** Gives leadership up. Idempotent. */
    @Override
    void close();
}
