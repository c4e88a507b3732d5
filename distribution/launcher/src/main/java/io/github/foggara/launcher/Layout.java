package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directories of one container, all absolute.
 *
 * @param home where the distribution was unpacked
 * @param conf configuration files
 * @param bundles the container's own bundles
 * @param deploy bundles of the user, watched while the container runs
 * @param data what must survive a restart; belongs to one running container
 * @param log log files
 */
record Layout(Path home, Path conf, Path bundles, Path deploy, Path data, Path log) {

    /** From the system property {@code foggara.home} and the environment. */
    static Layout ofProcess() throws LauncherException {
        String home = System.getProperty("foggara.home");
        if (home == null) {
            throw new LauncherException(
                    ExitCode.FAILED, "the system property foggara.home is not set; start through bin/foggara");
        }
        Path root = Path.of(home).toAbsolutePath().normalize();
        return new Layout(
                root,
                directory(root, "conf"),
                root.resolve("bundle"),
                directory(root, "deploy"),
                directory(root, "data"),
                directory(root, "log"));
    }

    private static Path directory(Path root, String name) {
        String set = System.getenv("FOGGARA_" + name.toUpperCase(java.util.Locale.ROOT));
        return set == null || set.isBlank()
                ? root.resolve(name)
                : Path.of(set).toAbsolutePath().normalize();
    }

    Layout withData(Path other) {
        return new Layout(home, conf, bundles, deploy, other, log);
    }

    /** The same with the log beside the data, if the log directory cannot be written. */
    Layout withWritableLog() {
        try {
            Files.createDirectories(log);
        } catch (IOException e) {
            return new Layout(home, conf, bundles, deploy, data, data);
        }
        return Files.isWritable(log) ? this : new Layout(home, conf, bundles, deploy, data, data);
    }

    Path controlSocket() {
        return data.resolve("control.sock");
    }

    Path consoleLog() {
        return log.resolve("console.log");
    }

    void createDirectories() throws LauncherException {
        for (Path directory : new Path[] {conf, deploy, data, log}) {
            try {
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new LauncherException(
                        ExitCode.FAILED,
                        "cannot create the directory " + directory + ": " + e.getMessage()
                                + ". Make it writable, or name another one (see --help, Environment).",
                        e);
            }
        }
    }
}
