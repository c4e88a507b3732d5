package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

class BundleContentTest {
    @TempDir
    Path directory;

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** A bundle whose entries are the files of the directory. */
    private Bundle bundle() {
        return (Bundle) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Bundle.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "getEntryPaths" -> Collections.enumeration(paths((String) args[0]));
                    case "getEntry" -> url((String) args[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private List<String> paths(String parent) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(parent.replaceFirst("^/", "")))) {
            return files.map(file -> directory.relativize(file) + (Files.isDirectory(file) ? "/" : ""))
                    .toList();
        }
    }

    private URL url(String name) throws IOException {
        return directory.resolve(name).toUri().toURL();
    }

    @Test
    void theSameContentHasTheSameHash() throws IOException {
        write("a/b.class", "1");
        write("META-INF/MANIFEST.MF", "m");
        String hash = BundleContent.sha256(bundle());

        assertThat(hash).matches("[0-9a-f]{64}").isEqualTo(BundleContent.sha256(bundle()));
    }

    @Test
    void aChangedByteANewEntryAndAMovedBorderAreSeen() throws IOException {
        write("a", "12");
        write("b", "3");
        String first = BundleContent.sha256(bundle());
        write("b", "4");
        String changed = BundleContent.sha256(bundle());
        write("a", "1");
        write("b", "23");
        String moved = BundleContent.sha256(bundle());
        write("d/c", "");
        String added = BundleContent.sha256(bundle());

        assertThat(List.of(first, changed, moved, added)).doesNotHaveDuplicates();
    }
}
