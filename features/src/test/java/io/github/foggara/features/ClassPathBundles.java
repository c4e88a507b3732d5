package io.github.foggara.features;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * Finds the bundle that a {@code mvn:group/artifact/version[/type/classifier]} address means among the jars, or the {@code target/classes}
 * directories, that Maven put on the class path.
 */
final class ClassPathBundles {
    private final Map<String, URI> locations = new HashMap<>();

    ClassPathBundles() throws IOException {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isRegularFile(path)) {
                try (JarFile jar = new JarFile(path.toFile())) {
                    if (isBundle(jar.getManifest())) {
                        locations.put(path.getFileName().toString(), path.toUri());
                    }
                }
            } else if (Files.exists(path.resolve(JarFile.MANIFEST_NAME))) {
                directory(path);
            }
        }
    }

    private void directory(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path.resolve(JarFile.MANIFEST_NAME))) {
            Manifest manifest = new Manifest(in);
            if (isBundle(manifest)) {
                String name = manifest.getMainAttributes().getValue("Bundle-SymbolicName");
                String version = manifest.getMainAttributes().getValue("Bundle-Version");
                locations.put(name + "-" + version.replace(".SNAPSHOT", "-SNAPSHOT") + ".jar", path.toUri());
            }
        }
    }

    private static boolean isBundle(Manifest manifest) {
        return manifest != null && manifest.getMainAttributes().getValue("Bundle-SymbolicName") != null;
    }

    /** A location for {@code BundleContext.installBundle}. */
    String location(String address) {
        String[] parts = address.substring("mvn:".length()).split("/");
        String classifier = parts.length > 4 ? "-" + parts[4] : "";
        URI found = locations.get(parts[1] + "-" + parts[2] + classifier + ".jar");
        if (found == null) {
            throw new IllegalArgumentException(
                    "nothing on the class path for " + address + "; known: " + locations.keySet());
        }
        return "reference:" + found;
    }

    /** The same for an artifact of which there is one version. */
    String locationOf(String artifact) {
        return locations.entrySet().stream()
                .filter(entry -> entry.getKey().matches(Pattern.quote(artifact) + "-\\d.*"))
                .map(entry -> "reference:" + entry.getValue())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nothing on the class path for " + artifact));
    }
}
