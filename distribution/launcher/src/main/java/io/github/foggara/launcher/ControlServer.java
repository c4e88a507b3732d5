package io.github.foggara.launcher;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Semaphore;

/**
 * The container's end of {@code data/control.sock}. One thread accepts, one more serves each caller; a few callers at a
 * time are enough, the rest waits.
 */
final class ControlServer implements AutoCloseable {
    private static final int CALLERS = 8;
    private final Path socket;
    private final ServerSocketChannel channel;
    private final Container container;
    private final Semaphore places = new Semaphore(CALLERS);

    private ControlServer(Path socket, ServerSocketChannel channel, Container container) {
        this.socket = socket;
        this.channel = channel;
        this.container = container;
    }

    /** The caller holds the lock of the data directory, so a socket file found there is a dead one. */
    static ControlServer open(Path socket, Container container) throws LauncherException {
        try {
            ServerSocketChannel channel = bind(socket);
            ControlServer server = new ControlServer(socket, channel, container);
            Thread thread = new Thread(server::acceptLoop, "foggara-control");
            thread.setDaemon(true);
            thread.start();
            return server;
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot open the control socket " + socket + ": " + e, e);
        }
    }

    /** Made in a directory nobody else may enter and renamed when its mode is set: it is never open to others. */
    private static ServerSocketChannel bind(Path socket) throws IOException {
        Path directory = Files.createTempDirectory(
                socket.getParent(),
                ".control-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Path fresh = directory.resolve("s");
            SocketPath.call(fresh, channel::bind);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            Files.move(fresh, socket, StandardCopyOption.ATOMIC_MOVE);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private void acceptLoop() {
        while (channel.isOpen()) {
            try {
                places.acquire();
                SocketChannel caller = channel.accept();
                Thread thread = new Thread(() -> serve(caller), "foggara-control-call");
                thread.setDaemon(true);
                thread.start();
            } catch (AsynchronousCloseException | InterruptedException e) {
                return;
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                places.release();
                System.err.println("foggara: control socket: " + e.getMessage());
            }
        }
    }

    private void serve(SocketChannel caller) {
        try (caller) {
            new ControlSession(container, caller).answer();
        } catch (IOException ignored) {
            // the caller has gone away
        } finally {
            places.release();
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(socket);
            channel.close();
        } catch (IOException e) {
            System.err.println("foggara: cannot remove " + socket + ": " + e.getMessage());
        }
    }
}
