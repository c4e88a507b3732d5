package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who answers on the control socket, the process that was started or another one. */
@Timeout(30)
class BackgroundStartTest {
    @TempDir
    private Path data;

    private Process process;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder("cat").start(); // lives until its input is closed
    }

    @AfterEach
    void end() throws Exception {
        process.destroyForcibly().waitFor();
    }

    @Test
    void theContainerThatWasStartedIsReady() throws Exception {
        assertThat(awaitReady(process.pid())).isEqualTo(ExitCode.OK);
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void anotherContainerThatAnswersIsNotTakenForIt() throws Exception {
        assertThatExceptionOfType(LauncherException.class)
                .isThrownBy(() -> awaitReady(process.pid() + 1))
                .withMessageContaining("another container (process " + (process.pid() + 1) + ") holds " + data)
                .satisfies(e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ALREADY_RUNNING));
        process.waitFor();
    }

    /** With a container that says it is this process. */
    private int awaitReady(long answer) throws Exception {
        Layout layout = new Layout(data, data, data, data, data, data);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            SocketPath.call(layout.controlSocket(), server::bind);
            Thread thread = new Thread(() -> answer(server, "o" + answer + "\nx0\n"));
            thread.start();
            try {
                return new BackgroundStart(layout).awaitReady(process);
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
            throw new UncheckedIOException(e);
        }
    }
}
