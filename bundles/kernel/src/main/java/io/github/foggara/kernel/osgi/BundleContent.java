package io.github.foggara.kernel.osgi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.SortedSet;
import java.util.TreeSet;
import org.osgi.framework.Bundle;

/** What a bundle consists of, as the framework holds it: the file it came from may have changed since. */
final class BundleContent {
    private static final int CHUNK = 8192;

    private BundleContent() {}

    /** SHA-256 over names, lengths and bytes of all entries in the order of their names, in hexadecimal digits. */
    static String sha256(Bundle bundle) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            SortedSet<String> names = new TreeSet<>();
            collect(bundle, "/", names, false);
            for (String name : names) {
                add(digest, bundle, name);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException("The bundle " + bundle + " cannot be read", e);
        }
    }

    /** Not {@code findEntries}: it would include fragments, and resolve the bundle. */
    static void collect(Bundle bundle, String directory, SortedSet<String> names, boolean directories) {
        Enumeration<String> paths = bundle.getEntryPaths(directory);
        while (paths != null && paths.hasMoreElements()) {
            String path = paths.nextElement();
            if (path.endsWith("/")) {
                collect(bundle, path, names, directories);
            }
            if (directories || !path.endsWith("/")) {
                names.add(path);
            }
        }
    }

    private static void add(MessageDigest digest, Bundle bundle, String name) throws IOException {
        URL entry = bundle.getEntry(name);
        if (entry == null) {
            return;
        }
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        digest.update(number(text.length));
        digest.update(text);
        long length = 0;
        try (InputStream in = new DigestInputStream(entry.openStream(), digest)) {
            byte[] chunk = new byte[CHUNK];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                length += n;
            }
        }
        digest.update(number(length));
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
