package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Jars that lie in {@code deploy/} and do not become bundles: FileInstall passes over what it cannot read as a jar. */
final class DeployedJars {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private DeployedJars() {}

    /**
     * One line for each jar that has not changed for a while and is not installed.
     *
     * @param locations of the installed bundles
     */
    static List<String> notInstalled(Path deploy, Set<String> locations, Instant now) throws LauncherException {
        List<String> lines = new ArrayList<>();
        for (Path jar : BundleDirectory.jars(deploy)) {
            String uri = jar.toUri().toString();
            boolean installed = locations.stream().anyMatch(location -> sameFile(location, uri));
            if (!installed && unchanged(jar, now)) {
                lines.add(
                        jar.getFileName() + " is not installed: it is not a complete jar of a bundle. Copy it again, or"
                                + " look into the log for its name");
            }
        }
        return lines;
    }

    /** Locations are written file:/x or file:///x, and by references with a prefix. */
    private static boolean sameFile(String location, String uri) {
        String path = uri.substring(uri.indexOf(":/") + 1).replaceFirst("^/+", "/");
        return location.endsWith(path);
    }

    private static boolean unchanged(Path jar, Instant now) {
        try {
            return Files.getLastModifiedTime(jar).toInstant().isBefore(now.minus(PATIENCE));
        } catch (IOException e) {
            return false;
        }
    }
}
