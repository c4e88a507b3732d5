package io.github.foggara.testkit.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Stands between two processes and does to their connections what networks do. Bytes that do not get through wait, as TCP would send them
 * again, and so does an end of the stream; so a connection that survives goes on where it was. Any thread; each direction of a connection has a
 * thread.
 */
public final class FaultyProxy implements AutoCloseable {
    /** What happens to bytes from now on, those of new connections as well. */
    public enum Fault {
        NONE(true, true),
        /** Each piece is late; order stays. */
        DELAY(true, true),
        /** Who connects now is refused; connections that are there go on. */
        REFUSAL(true, true),
        SILENCE(false, false),
        /** The one who connected is not heard any more, and hears. */
        NOTHING_ARRIVES(false, true),
        /** The one who connected hears nothing any more, and is heard. */
        NOTHING_RETURNS(true, false);

        private final boolean out;
        private final boolean back;

        Fault(boolean out, boolean back) {
            this.out = out;
            this.back = back;
        }
    }

    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int SECONDS = 30;

    private final ServerSocket server;
    private final InetSocketAddress target;
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private Fault fault = Fault.NONE;
    private long connections;
    private long bytes;
    /** Directions that have something and wait. */
    private int held;

    private boolean closed;

    private record Pair(Socket client, Socket server, AtomicInteger directions) {
        boolean whole() {
            return !client.isClosed() && !server.isClosed();
        }
    }

    /** Listens on the loopback address. */
    public FaultyProxy(InetSocketAddress target) {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), target);
    }

    /** Listens there. */
    public FaultyProxy(InetSocketAddress at, InetSocketAddress target) {
        this.target = target;
        try {
            server = new ServerSocket(at.getPort(), 50, at.getAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        begin("accept", this::accept);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    public synchronized void become(Fault next) {
        fault = next;
        notifyAll();
    }

    /** Both ends of each connection are told that it is gone. */
    public void reset() {
        resetClients();
        resetServers();
    }

    /** Only those who connected are told: it is half-open, and the others wait for bytes that never come. */
    public void resetClients() {
        pairs.forEach(pair -> abort(pair.client));
    }

    /** Only those who accepted are told: it is half-open, and the others wait for bytes that never come. */
    public void resetServers() {
        pairs.forEach(pair -> abort(pair.server));
    }

    /** How many have connected, or were refused, so far. */
    public synchronized long connections() {
        return connections;
    }

    /** What was passed on so far, in both directions. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Returns when more than that have. */
    public synchronized void awaitConnection(long before) {
        await("Nobody connects", () -> connections > before);
    }

    /** Returns when there is something that does not get through. */
    public synchronized void awaitHeld() {
        await("Nothing comes", () -> held > 0);
    }

    private void await(String otherwise, BooleanSupplier there) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        try {
            while (!there.getAsBoolean()) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(otherwise + " in " + SECONDS + " seconds");
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void begin(String name, Runnable body) {
        Thread thread = new Thread(body, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (true) {
            try {
                connect(server.accept());
            } catch (IOException e) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        Socket other = refuses() ? null : reach();
        if (other == null) {
            abort(client);
        } else {
            Pair pair = new Pair(client, other, new AtomicInteger(2));
            pairs.add(pair);
            if (refuses()) {
                // Since a moment, so a reset may have missed it.
                abort(client);
                abort(other);
            }
            begin("out", () -> pump(pair, client, other, true));
            begin("back", () -> pump(pair, other, client, false));
        }
        count(1, 0);
    }

    /** Null if nobody listens there. */
    private Socket reach() {
        try {
            return new Socket(target.getAddress(), target.getPort());
        } catch (IOException refused) {
            return null;
        }
    }

    private synchronized boolean refuses() {
        return closed || fault == Fault.REFUSAL;
    }

    private synchronized void count(int moreConnections, int moreBytes) {
        connections += moreConnections;
        bytes += moreBytes;
        notifyAll();
    }

    private void pump(Pair pair, Socket from, Socket to, boolean out) {
        try {
            try {
                to.setTcpNoDelay(true);
                pass(from.getInputStream(), to.getOutputStream(), out);
                to.shutdownOutput();
                if (pair.directions.decrementAndGet() == 0) {
                    pair.client.close();
                    pair.server.close();
                    pairs.remove(pair);
                }
            } catch (IOException e) {
                if (pair.whole()) {
                    // One of the two processes has reset it; the other one hears of that as of anything.
                    pass(out);
                    abort(pair.client);
                    abort(pair.server);
                    pairs.remove(pair);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(InputStream in, OutputStream target, boolean out) throws IOException, InterruptedException {
        byte[] buffer = new byte[16 << 10];
        int count = in.read(buffer);
        while (count >= 0) {
            pass(out);
            count(0, count);
            target.write(buffer, 0, count);
            count = in.read(buffer);
        }
        pass(out);
    }

    /** Waits until something gets through. */
    private synchronized void pass(boolean out) throws InterruptedException {
        long due = System.nanoTime() + DELAY_NANOS;
        held++;
        notifyAll();
        try {
            while (!closed && !passes(out, due)) {
                if (fault == Fault.DELAY) {
                    TimeUnit.NANOSECONDS.timedWait(this, due - System.nanoTime());
                } else {
                    wait();
                }
            }
        } finally {
            held--;
        }
    }

    private boolean passes(boolean out, long due) {
        return (out ? fault.out : fault.back) && (fault != Fault.DELAY || System.nanoTime() - due >= 0);
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        reset();
    }
}
