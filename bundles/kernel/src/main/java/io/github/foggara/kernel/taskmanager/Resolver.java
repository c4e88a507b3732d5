package io.github.foggara.kernel.taskmanager;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the address of a host. Called on io threads, for each try to connect anew: a name may move, or come later. */
@FunctionalInterface
interface Resolver {
    /**
     * As the JVM does, which remembers answers for some seconds ({@code networkaddress.cache.ttl}, {@code networkaddress.cache.negative.ttl}).
     */
    Resolver OF_JVM = InetAddress::getByName;

    /**
     * May block.
     *
     * @throws UnknownHostException if nobody knows it now
     */
    InetAddress resolve(String host) throws UnknownHostException;
}
