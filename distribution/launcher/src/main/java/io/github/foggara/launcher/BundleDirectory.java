package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.FrameworkWiring;

/** Installs and starts the jars of a directory. */
final class BundleDirectory {
    private BundleDirectory() {}

    /** The jars of a directory by name; none if there is no such directory. */
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
        jars.sort(Comparator.naturalOrder());
        return jars;
    }

    /**
     * Installs and starts all that are not fragments: logging in a thread of its own, while the others are installed and
     * resolved; none of them starts before logging has. A jar that fails is noted in the report and the others go on.
     */
    static void installAndStart(BundleContext context, List<Path> jars, BundleReport report) {
        Map<Boolean, List<Path>> byLogging =
                jars.stream().collect(Collectors.partitioningBy(BundleDirectory::isLogging));
        List<Bundle> logging = install(context, byLogging.get(true), report);
        Thread starter = new Thread(() -> start(logging, report), "foggara-logging");
        starter.start();
        List<Bundle> others = install(context, byLogging.get(false), report);
        context.getBundle(Constants.SYSTEM_BUNDLE_ID)
                .adapt(FrameworkWiring.class)
                .resolveBundles(others);
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        start(others, report);
    }

    private static List<Bundle> install(BundleContext context, List<Path> jars, BundleReport report) {
        List<Bundle> installed = new ArrayList<>();
        for (Path jar : jars) {
            try {
                // A reference is read where it is; nothing is copied into the cache.
                installed.add(context.installBundle("reference:" + jar.toUri()));
            } catch (BundleException e) {
                report.notInstalled(jar, e);
            }
        }
        return installed;
    }

    private static void start(List<Bundle> installed, BundleReport report) {
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

    private static boolean isLogging(Path jar) {
        return jar.getFileName().toString().startsWith("pax-logging");
    }

    static boolean isFragment(Bundle bundle) {
        return bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null;
    }
}
