package io.github.foggara.itests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What bundles export is a promise to others: it changes only together with {@code exports.txt}, so that a review sees it.
 */
class ExportsTest {
    @Test
    void exportsEqualTheGoldenList() throws IOException {
        List<String> exports = new ArrayList<>();
        for (Path manifest : manifests()) {
            exports.addAll(exports(manifest));
        }

        try (InputStream golden = getClass().getResourceAsStream("/exports.txt")) {
            assertThat(exports)
                    .containsExactlyElementsOf(
                            new String(golden.readAllBytes()).lines().toList());
        }
    }

    @Test
    void aSurplusExportIsSeen() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.putValue("Bundle-SymbolicName", "b");
        attributes.putValue("Export-Package", "p;version=\"1.2.0\";uses:=\"x,y\",q;version=2");

        assertThat(exports(manifest)).containsExactly("b: p 1.2.0", "b: q 2");
    }

    private static List<Path> manifests() throws IOException {
        try (Stream<Path> tree = Files.walk(Sources.root(), 6)) {
            return tree.filter(path -> path.endsWith("target/classes/META-INF/MANIFEST.MF"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> exports(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return exports(new Manifest(in));
        }
    }

    private static List<String> exports(Manifest manifest) {
        String bundle = manifest.getMainAttributes().getValue("Bundle-SymbolicName");
        String header = manifest.getMainAttributes().getValue("Export-Package");
        List<String> exports = new ArrayList<>();
        if (header != null) {
            // Commas inside quotes belong to the attribute.
            for (String clause : header.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")) {
                String version = clause.replaceAll(".*;version=\"?([0-9.]+)\"?.*", "$1");
                exports.add(bundle + ": " + clause.replaceAll(";.*", "").strip() + " " + version);
            }
        }
        return exports.stream().sorted().toList();
    }
}
