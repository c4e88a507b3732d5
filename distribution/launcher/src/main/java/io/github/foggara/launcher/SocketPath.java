package io.github.foggara.launcher;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An address for a socket file. Systems allow about 100 bytes for it; a longer path is reached through a short symbolic
 * link, which is needed only while the call is made. The link is made in {@code java.io.tmpdir}, or in {@code /tmp} when
 * that is too long as well.
 */
final class SocketPath {
    private static final int LONGEST = 100;

    /** What is done with the address. */
    interface Call<T> {
        T with(UnixDomainSocketAddress address) throws IOException;
    }

    private SocketPath() {}

    static <T> T call(Path socket, Call<T> call) throws IOException {
        return call(socket, List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/tmp")), call);
    }

    /**
     * @param places where the link may be made, the first one first
     */
    static <T> T call(Path socket, List<Path> places, Call<T> call) throws IOException {
        if (fits(socket)) {
            return call.with(UnixDomainSocketAddress.of(socket));
        }
        IOException none = new IOException("the path is longer than the " + LONGEST
                + " bytes of a socket's address, and no shorter link to it can be made in " + places
                + "; choose a shorter data directory, or a shorter java.io.tmpdir");
        for (Path place : places) {
            Path directory;
            try {
                directory = Files.createTempDirectory(place, "foggara-");
            } catch (IOException e) {
                none.addSuppressed(e);
                continue;
            }
            Path link = directory.resolve("d");
            try {
                Path address = link.resolve(socket.getFileName());
                if (fits(address)) {
                    Files.createSymbolicLink(link, socket.getParent());
                    return call.with(UnixDomainSocketAddress.of(address));
                }
            } finally {
                Files.deleteIfExists(link);
                Files.deleteIfExists(directory);
            }
        }
        throw none;
    }

    private static boolean fits(Path address) {
        return address.toString().getBytes(Charset.defaultCharset()).length <= LONGEST;
    }
}
