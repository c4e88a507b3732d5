package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between two processes and does to their connections what networks do. Bytes that do not get through wait, as TCP would send them
 * again; so a connection that survives goes on where it was. Any thread; each direction of a connection has a thread.
 */
public final class FaultyProxy implements AutoCloseable {
    /** What happens to bytes from now on. */
    public enum Fault {
        NONE(true, true, 0),
        /** Each piece is late; order stays. */
        DELAY(true, true, 100),
        SILENCE(false, false, 0),
        /** The one who connected is not heard any more, and hears. */
        NOTHING_ARRIVES(false, true, 0),
        /** The one who connected hears nothing any more, and is heard. */
        NOTHING_RETURNS(true, false, 0);

        private final boolean out;
        private final boolean back;
        private final long millis;

        Fault(boolean out, boolean back, long millis) {
            this.out = out;
            this.back = back;
            this.millis = millis;
        }
    }

    private final ServerSocket server;
    private final int target;
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private Fault fault = Fault.NONE;
    private boolean closed;

    private record Pair(Socket client, Socket server) {}

    /** @param target port on the loopback address */
    public FaultyProxy(int target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        begin("accept", this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    public synchronized void become(Fault next) {
        fault = next;
        notifyAll();
    }

    /** Both ends of each connection are told that it is gone. */
    public void reset() {
        pairs.forEach(pair -> {
            abort(pair.client);
            abort(pair.server);
        });
    }

    /** Only those who accepted are told; the others wait for bytes that never come. */
    public void halfOpen() {
        pairs.forEach(pair -> abort(pair.server));
    }

    private static void begin(String name, Runnable body) {
        Thread thread = new Thread(body, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                connect(client);
            } catch (IOException e) {
                return;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket other;
        try {
            other = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException refused) {
            abort(client);
            return;
        }
        Pair pair = new Pair(client, other);
        client.setTcpNoDelay(true);
        other.setTcpNoDelay(true);
        pairs.add(pair);
        begin("out", () -> pump(pair, client, other, true));
        begin("back", () -> pump(pair, other, client, false));
    }

    private void pump(Pair pair, Socket from, Socket to, boolean out) {
        byte[] buffer = new byte[16 << 10];
        try {
            InputStream in = from.getInputStream();
            OutputStream target = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                pass(out);
                target.write(buffer, 0, count);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One end is gone; a half-open connection keeps the other one.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (pair.client.isClosed() || pair.client.isInputShutdown()) {
                pairs.remove(pair);
            }
        }
    }

    /** Waits until bytes get through. */
    private synchronized void pass(boolean out) throws InterruptedException {
        while (!closed && !(out ? fault.out : fault.back)) {
            wait();
        }
        long until = System.nanoTime() + fault.millis * 1_000_000;
        for (long left = fault.millis; left > 0; left = (until - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
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
    public void close() throws IOException {
        server.close();
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        reset();
    }
}
