package io.github.foggara.kernel.taskmanager;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What a link is made with.
 *
 * @param jobMaster where the JobMaster listens: host and port, not resolved
 * @param slots that are offered
 * @param memory bulk memory of this container, in bytes; asked for each registration
 * @param grace how long a session waits for its connection
 * @param retry time between two tries to connect
 * @param resolver how the host is found, for each try
 */
record LinkSettings(
        InetSocketAddress jobMaster,
        int slots,
        LongSupplier memory,
        Duration grace,
        Duration retry,
        Resolver resolver) {
    /** For messages. */
    String address() {
        return jobMaster.getHostString() + ":" + jobMaster.getPort();
    }
}
