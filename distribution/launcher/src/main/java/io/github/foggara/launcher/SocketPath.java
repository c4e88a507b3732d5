package io.github.foggara.launcher;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An address for a socket file. Systems allow about 100 bytes for it; a longer path is reached through a short symbolic
 * link, which is needed only while the call is made.
 */
final class SocketPath {
    private static final int LONGEST = 100;

    /** What is done with the address. */
    interface Call<T> {
        T with(UnixDomainSocketAddress address) throws IOException;
    }

    private SocketPath() {}

    static <T> T call(Path socket, Call<T> call) throws IOException {
        if (socket.toString().getBytes(Charset.defaultCharset()).length <= LONGEST) {
            return call.with(UnixDomainSocketAddress.of(socket));
        }
        Path directory = Files.createTempDirectory("foggara-");
        Path link = directory.resolve("d");
        try {
            Files.createSymbolicLink(link, socket.getParent());
            return call.with(UnixDomainSocketAddress.of(link.resolve(socket.getFileName())));
        } finally {
            Files.deleteIfExists(link);
            Files.deleteIfExists(directory);
        }
    }
}
