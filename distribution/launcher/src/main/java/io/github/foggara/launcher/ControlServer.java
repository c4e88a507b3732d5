package io.github.foggara.launcher;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The container's end of {@code data/control.sock}. One thread accepts, one more serves each caller. Who does not say
 * what they want is soon closed; of the shell commands, which may take long, a few run at a time and the rest waits.
 */
final class ControlServer implements AutoCloseable {
    private static final int SHELLS = 8;
    private static final long REQUEST_SECONDS = 5;
    private final Path socket;
    private final ServerSocketChannel channel;
    private final Container container;
    private final Semaphore shells = new Semaphore(SHELLS);
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, ControlServer::timerThread);

    private ControlServer(Path socket, ServerSocketChannel channel, Container container) {
        this.socket = socket;
        this.channel = channel;
        this.container = container;
        this.timer.setRemoveOnCancelPolicy(true);
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
                SocketChannel caller = channel.accept();
                Thread thread = new Thread(() -> serve(caller), "foggara-control-call");
                thread.setDaemon(true);
                thread.start();
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                System.err.println("foggara: control socket: " + e.getMessage());
            }
        }
    }

    private void serve(SocketChannel caller) {
        try (caller) {
            ScheduledFuture<?> limit = timer.schedule(() -> closeSilent(caller), REQUEST_SECONDS, TimeUnit.SECONDS);
            try {
                new ControlSession(container, caller, shells).answer(() -> limit.cancel(false));
            } finally {
                limit.cancel(false);
            }
        } catch (IOException | RejectedExecutionException ignored) {
            // the caller has gone away, was closed, or came while this server closes
        }
    }

    private static void closeSilent(SocketChannel caller) {
        try {
            caller.close();
        } catch (IOException ignored) {
            // it is of no use to anybody any more
        }
    }

    private static Thread timerThread(Runnable work) {
        Thread thread = new Thread(work, "foggara-control-timer");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        try {
            timer.shutdownNow();
            Files.deleteIfExists(socket);
            channel.close();
        } catch (IOException e) {
            System.err.println("foggara: cannot remove " + socket + ": " + e.getMessage());
        }
    }
}
