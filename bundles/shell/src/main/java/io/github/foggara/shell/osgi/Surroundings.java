package io.github.foggara.shell.osgi;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** What the launcher tells by framework properties, and what FileInstall has not installed yet. */
final class Surroundings {
    /** Property: {@code true} if messages go to a terminal. */
    static final String TERMINAL = "foggara.tty";
    /** Property: where the user stands; the process may have another working directory. */
    static final String DIRECTORY = "foggara.cwd";

    private final BundleContext context;

    Surroundings(BundleContext context) {
        this.context = context;
    }

    boolean terminal() {
        return Boolean.parseBoolean(context.getProperty(TERMINAL));
    }

    Path directory() {
        String directory = context.getProperty(DIRECTORY);
        return Path.of(directory == null ? "" : directory).toAbsolutePath();
    }

    /** Whether every jar that lies in a directory watched by FileInstall is a started bundle. */
    boolean deployed() {
        String watched = context.getProperty("felix.fileinstall.dir");
        if (watched == null) {
            return true;
        }
        for (String directory : watched.split(",")) {
            for (URI jar : jars(new File(directory.strip()))) {
                Bundle bundle = context.getBundle(jar.toString());
                if (bundle == null || bundle.getState() != Bundle.ACTIVE) {
                    return false;
                }
            }
        }
        return true;
    }

    private static List<URI> jars(File directory) {
        List<URI> jars = new ArrayList<>();
        File[] files = directory.listFiles((parent, name) -> name.endsWith(".jar"));
        if (files != null) {
            for (File file : files) {
                jars.add(file.toURI());
            }
        }
        return jars;
    }
}
