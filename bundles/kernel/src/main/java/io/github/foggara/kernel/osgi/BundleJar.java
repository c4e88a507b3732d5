package io.github.foggara.kernel.osgi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.time.LocalDateTime;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.osgi.framework.Bundle;

/** A bundle as a file, made of what the framework holds: the file it came from may have changed since, or be gone. */
final class BundleJar {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    /** The same content gives the same file. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private BundleJar() {}

    /** Does not close the stream. */
    static void write(Bundle bundle, OutputStream out) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        BundleContent.collect(bundle, "/", names, true);
        ZipOutputStream jar = new ZipOutputStream(out);
        // Whoever reads the file as a stream expects it first.
        if (names.remove(MANIFEST)) {
            add(jar, bundle, MANIFEST);
        }
        for (String name : names) {
            add(jar, bundle, name);
        }
        jar.finish();
    }

    private static void add(ZipOutputStream jar, Bundle bundle, String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        jar.putNextEntry(entry);
        URL content = name.endsWith("/") ? null : bundle.getEntry(name);
        if (content != null) {
            try (InputStream in = content.openStream()) {
                in.transferTo(jar);
            }
        }
        jar.closeEntry();
    }
}
