package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sockets in directories whose paths are longer than an address. */
class SocketPathTest {
    @TempDir
    private Path directory;

    @TempDir
    private Path shortPlace;

    private Path longPlace;
    private Path socket;

    @BeforeEach
    void makeDirectories() throws IOException {
        longPlace = Files.createDirectories(directory.resolve("t".repeat(60)).resolve("t".repeat(60)));
        socket = Files.createDirectories(directory.resolve("d".repeat(60)).resolve("d".repeat(60)))
                .resolve("control.sock");
    }

    @Test
    void placesForLinksThatAreMissingOrTooLongThemselvesArePassedOver() throws IOException {
        List<Path> places = List.of(directory.resolve("missing"), longPlace, shortPlace);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            SocketPath.call(socket, places, server::bind);
            try (SocketChannel caller = SocketPath.call(socket, places, SocketChannel::open)) {
                assertThat(caller.isConnected()).isTrue();
            }
        }
        assertThat(longPlace).isEmptyDirectory();
        assertThat(shortPlace).isEmptyDirectory();
    }

    @Test
    void whatToDoIsSaidWhenEveryPlaceIsTooLong() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> SocketPath.call(socket, List.of(longPlace), SocketChannel::open))
                .withMessageContaining("choose a shorter data directory")
                .withMessageContaining(longPlace.toString());
        assertThat(longPlace).isEmptyDirectory();
    }
}
