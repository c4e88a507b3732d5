package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/** Installs and starts the jars of a directory. */
final class BundleDirectory {
    private BundleDirectory() {}

    /** The jars of a directory, logging first, then by name; none if there is no such directory. */
    static List<Path> jars(Path directory) throws LauncherException {
        List<Path> jars = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return jars;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.jar")) {
            entries.forEach(jars::add);
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot read the directory " + directory + ": " + e, e);
        }
        // No bundle needs an order, but what is said before logging is up goes to standard output.
        jars.sort(
                Comparator.comparing((Path jar) -> !jar.getFileName().toString().startsWith("pax-logging"))
                        .thenComparing(Comparator.naturalOrder()));
        return jars;
    }

    /**
     * Installs all, then starts all that are not fragments. A jar that fails is noted in the report and the others go
     * on.
     */
    static void installAndStart(BundleContext context, List<Path> jars, BundleReport report) {
        List<Bundle> installed = new ArrayList<>();
        for (Path jar : jars) {
            try {
                // A reference is read where it is; nothing is copied into the cache.
                installed.add(context.installBundle("reference:" + jar.toUri()));
            } catch (BundleException e) {
                report.notInstalled(jar, e);
            }
        }
        for (Bundle bundle : installed) {
            if (isFragment(bundle)) {
                continue;
            }
            try {
                bundle.start(Bundle.START_ACTIVATION_POLICY);
            } catch (BundleException e) {
                report.failed(bundle, e);
            }
        }
    }

    static boolean isFragment(Bundle bundle) {
        return bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null;
    }
}
