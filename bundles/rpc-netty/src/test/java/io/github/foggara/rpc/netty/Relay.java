package io.github.foggara.rpc.netty;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Somebody who listens where a container is expected, and passes everything on to a real one. */
final class Relay implements AutoCloseable {
    private final ServerSocket listening;
    private final InetSocketAddress real;
    private final List<Socket> sockets = new ArrayList<>();
    private boolean closed;

    Relay(InetSocketAddress real) throws IOException {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), real);
    }

    Relay(InetSocketAddress at, InetSocketAddress real) throws IOException {
        this.real = real;
        this.listening = new ServerSocket(at.getPort(), 5, at.getAddress());
        begin("relay", () -> {
            while (true) {
                pass(listening.accept());
            }
        });
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void begin(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the sockets has been closed.
                        return;
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void pass(Socket client) throws IOException {
        sockets.add(client);
        Socket server = new Socket(real.getAddress(), real.getPort());
        sockets.add(server);
        if (closed) {
            close();
        }
        begin("relay to the server", () -> copy(client, server));
        begin("relay to the client", () -> copy(server, client));
    }

    private static void copy(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        }
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
