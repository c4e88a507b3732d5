package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both ends of the control socket, with a container whose framework is not up. */
class ControlTest {
    @TempDir
    private Path data;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void statusOfAContainerThatIsStillStarting() throws Exception {
        try (ControlServer server = open(data)) {
            assertThat(server).isNotNull();
            assertThat(call(data, "status")).isEqualTo(ExitCode.OK);
            assertThat(text(out)).contains("STARTING").contains("0 not active");
            assertThat(ControlClient.readyProcess(data.resolve("control.sock"))).isEmpty();
        }
    }

    @Test
    void theSocketIsForItsOwnerOnlyAndGoneAtTheEnd() throws Exception {
        Path socket = data.resolve("control.sock");
        try (ControlServer server = open(data)) {
            assertThat(server).isNotNull();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
            assertThat(data).isDirectoryNotContaining("glob:**/.control-*");
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void aSocketLeftBehindIsReplaced() throws Exception {
        Files.createFile(data.resolve("control.sock"));

        try (ControlServer server = open(data)) {
            assertThat(server).isNotNull();
            assertThat(call(data, "status")).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void aPathTooLongForASocketAddressWorks() throws Exception {
        Path deep = Files.createDirectories(data.resolve("x".repeat(150)));

        try (ControlServer server = open(deep)) {
            assertThat(server).isNotNull();
            assertThat(call(deep, "status")).isEqualTo(ExitCode.OK);
        }
        assertThat(deep).isEmptyDirectory();
    }

    @Test
    void anUnknownRequestIsRefused() throws Exception {
        try (ControlServer server = open(data)) {
            assertThat(server).isNotNull();
            assertThat(call(data, "dance now")).isEqualTo(ExitCode.USAGE);
            assertThat(text(err)).contains("dance");
        }
    }

    @Test
    @Timeout(30)
    void silentCallersKeepNobodyElseOut() throws Exception {
        List<SocketChannel> silent = new ArrayList<>();
        try (ControlServer server = open(data)) {
            assertThat(server).isNotNull();
            for (int i = 0; i < 8; i++) {
                silent.add(SocketPath.call(data.resolve("control.sock"), SocketChannel::open));
            }
            assertTimeoutPreemptively(Duration.ofSeconds(4), () -> {
                assertThat(call(data, "status")).isEqualTo(ExitCode.OK);
                assertThat(call(data, "stop")).isEqualTo(ExitCode.OK);
            });
            for (SocketChannel caller : silent) {
                assertThat(caller.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            }
        } finally {
            for (SocketChannel caller : silent) {
                caller.close();
            }
        }
    }

    @Test
    void nobodyThere() {
        assertThatExceptionOfType(LauncherException.class)
                .isThrownBy(() -> call(data, "status"))
                .withMessageContaining("foggara start")
                .satisfies(e -> assertThat(e.exitCode()).isEqualTo(ExitCode.NOT_RUNNING));
    }

    @Test
    void anAnswerThatBreaksOffIsAnError() throws Exception {
        assertThatExceptionOfType(LauncherException.class)
                .isThrownBy(() -> callFake("ohalf an answer\n"))
                .withMessageContaining("ended early");
        assertThatExceptionOfType(LauncherException.class)
                .isThrownBy(() -> callFake("xzero\n"))
                .withMessageContaining("exit code");
    }

    @Test
    void linesOfTheReplyKeepTheirStreamAndTheirText() throws Exception {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        ReplyWriter reply = new ReplyWriter(wire);
        reply.out().print("Zähler 中");
        reply.err().println("warning");
        reply.out().println();
        reply.out().print("no newline");
        reply.end(3);

        assertThat(text(wire)).isEqualTo("ewarning\noZähler 中\nono newline\nx3\n");
    }

    private static ControlServer open(Path directory) throws LauncherException {
        Layout layout = new Layout(directory, directory, directory, directory, directory, directory);
        return ControlServer.open(
                layout.controlSocket(), new Container(layout, Container.Mode.STAY, ContainerRole.EMBEDDED));
    }

    /** A server that answers anything with the same bytes. */
    private int callFake(String answer) throws Exception {
        Path socket = Files.createTempDirectory(data, "f").resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            SocketPath.call(socket, server::bind);
            Thread thread = new Thread(() -> answer(server, answer));
            thread.start();
            try {
                return ControlClient.call(socket, "status", stream(out), stream(err));
            } finally {
                thread.join();
            }
        }
    }

    private static void answer(ServerSocketChannel server, String answer) {
        try (SocketChannel caller = server.accept()) {
            caller.read(ByteBuffer.allocate(100));
            caller.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private int call(Path directory, String request) throws LauncherException {
        return ControlClient.call(directory.resolve("control.sock"), request, stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
