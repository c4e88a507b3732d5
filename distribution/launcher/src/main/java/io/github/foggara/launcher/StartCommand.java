package io.github.foggara.launcher;

import java.time.Duration;
import java.util.List;

/** {@code start}: a container that stays, in the foreground or as a process of its own. */
final class StartCommand {
    private static final Duration STOP = Duration.ofSeconds(30);
    private final Layout layout;

    StartCommand(Layout layout) {
        this.layout = layout;
    }

    int execute(String[] args) throws LauncherException {
        boolean foreground = args.length == 1 && args[0].equals("--foreground");
        if (args.length > 0 && !foreground) {
            throw new LauncherException(
                    ExitCode.USAGE, "start takes no argument but --foreground, not '" + String.join(" ", args) + "'");
        }
        layout.createDirectories();
        return foreground ? foreground() : new BackgroundStart(layout).execute();
    }

    private int foreground() throws LauncherException {
        System.setProperty("foggara.log", layout.log().toString());
        try (DataLock lock = DataLock.acquire(layout.data())) {
            StoredConfigurations.dropVanished(layout.data().resolve("config"), layout.conf());
            Container container = new Container(layout, Container.Mode.STAY);
            Thread hook = new Thread(() -> container.stop(STOP), "foggara-stop");
            Runtime.getRuntime().addShutdownHook(hook);
            try (ControlServer server = ControlServer.open(layout.controlSocket(), container)) {
                container.start();
                List<String> problems = container.problems();
                problems.forEach(problem -> System.err.println("foggara: bundle " + problem));
                System.err.println("foggara: container is up, process "
                        + ProcessHandle.current().pid() + ", " + container.bundleCount() + " bundles"
                        + (problems.isEmpty() ? "" : ", " + problems.size() + " not active"));
                container.waitForStop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return ExitCode.INTERRUPTED;
            } finally {
                container.stop(STOP);
            }
        }
        System.err.println("foggara: container has stopped");
        return ExitCode.OK;
    }
}
