package io.github.foggara.launcher;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** The caller's end of the control socket. */
final class ControlClient {
    private ControlClient() {}

    /**
     * Sends one request and copies the reply to the two streams.
     *
     * @return the exit code the container gave
     * @throws LauncherException if no container listens, or it ended in the middle of its answer
     */
    static int call(Path socket, String request, PrintStream out, PrintStream err) throws LauncherException {
        try (SocketChannel channel = SocketPath.call(socket, SocketChannel::open)) {
            try {
                OutputStream to = Channels.newOutputStream(channel);
                to.write((request.replaceAll("\\R", " ") + "\n").getBytes(StandardCharsets.UTF_8));
                return copy(new BufferedInputStream(Channels.newInputStream(channel)), out, err);
            } catch (IOException e) {
                throw new LauncherException(ExitCode.FAILED, "the container broke off: " + e.getMessage(), e);
            }
        } catch (IOException e) {
            throw new LauncherException(
                    ExitCode.NOT_RUNNING,
                    "no container runs on " + socket.getParent() + ". Start one with 'foggara start'.",
                    e);
        }
    }

    /** The process id of the container that listens there and has started; empty if there is none, or it is not so far. */
    static Optional<String> readyProcess(Path socket) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        try {
            PrintStream out = new PrintStream(answer, true, StandardCharsets.UTF_8);
            return call(socket, ControlProtocol.READY, out, nowhere) == ExitCode.OK
                    ? Optional.of(answer.toString(StandardCharsets.UTF_8).strip())
                    : Optional.empty();
        } catch (LauncherException e) {
            return Optional.empty();
        }
    }

    private static int copy(InputStream from, PrintStream out, PrintStream err) throws IOException {
        while (true) {
            Optional<String> line = ControlProtocol.readLine(from);
            if (line.isEmpty() || line.get().isEmpty()) {
                throw new IOException("its answer ended early");
            }
            String text = line.get().substring(1);
            switch (line.get().charAt(0)) {
                case ControlProtocol.OUT -> out.println(text);
                case ControlProtocol.ERR -> err.println(text);
                case ControlProtocol.EXIT -> {
                    return exitCode(text);
                }
                default -> throw new IOException("its answer was not understood");
            }
        }
    }

    private static int exitCode(String text) throws IOException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IOException("its exit code was not understood", e);
        }
    }
}
