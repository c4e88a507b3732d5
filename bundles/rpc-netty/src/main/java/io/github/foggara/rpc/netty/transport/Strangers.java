package io.github.foggara.rpc.netty.transport;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The accepted connections whose peers have not proved themselves yet. They must not use up memory and files, and they must not keep
 * others out: when there are too many, in all or from one address, the one that has taken longest goes. Thread-safe.
 */
final class Strangers {
    static final int MOST = 256;
    static final int MOST_OF_ONE_ADDRESS = 128;

    /** In the order in which they came. */
    private final Map<Channel, InetAddress> channels = new LinkedHashMap<>();

    /**
     * Takes one more.
     *
     * @param address null if there is none
     * @return those that have to go for it, no longer counted
     */
    List<Channel> add(Channel channel, InetAddress address) {
        List<Channel> tooMany = new ArrayList<>();
        synchronized (channels) {
            channels.put(channel, address);
            if (of(address) > MOST_OF_ONE_ADDRESS) {
                tooMany.add(removeOldest(address));
            }
            if (channels.size() > MOST) {
                tooMany.add(removeOldest());
            }
        }
        return tooMany;
    }

    /** It has proved itself, or is gone. */
    void remove(Channel channel) {
        synchronized (channels) {
            channels.remove(channel);
        }
    }

    int count() {
        synchronized (channels) {
            return channels.size();
        }
    }

    private long of(InetAddress address) {
        return channels.values().stream()
                .filter(other -> Objects.equals(other, address))
                .count();
    }

    private Channel removeOldest(InetAddress address) {
        Iterator<Map.Entry<Channel, InetAddress>> entries = channels.entrySet().iterator();
        while (true) {
            Map.Entry<Channel, InetAddress> next = entries.next();
            if (Objects.equals(next.getValue(), address)) {
                entries.remove();
                return next.getKey();
            }
        }
    }

    private Channel removeOldest() {
        Iterator<Channel> oldest = channels.keySet().iterator();
        Channel channel = oldest.next();
        oldest.remove();
        return channel;
    }
}
