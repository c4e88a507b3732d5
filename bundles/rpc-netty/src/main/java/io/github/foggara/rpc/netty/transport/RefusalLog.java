package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.runtime.EngineRuntime;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts refused handshakes and logs them, one a second at most, so that nobody fills the disk by being refused. Thread-safe. */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(SecureTransport.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EngineRuntime runtime;
    private final String name;
    private long count;
    private long untold;
    private long toldAt;

    RefusalLog(EngineRuntime runtime, String name) {
        this.runtime = runtime;
        this.name = name;
        this.toldAt = runtime.nanoTime() - PAUSE_NANOS;
    }

    synchronized void refused(SocketAddress remote, String why) {
        count++;
        long now = runtime.nanoTime();
        if (now - toldAt < PAUSE_NANOS) {
            untold++;
            return;
        }
        LOG.warn(
                "No connection ({}) with {}: {}{}",
                name,
                remote,
                why,
                untold == 0 ? "" : "; and " + untold + " others");
        toldAt = now;
        untold = 0;
    }

    synchronized long count() {
        return count;
    }
}
