package io.github.foggara.launcher;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code start}: a container that stays, in the foreground or as a process of its own. */
final class StartCommand {
    private static final Duration STOP = Duration.ofSeconds(30);
    private static final String ROLE = "--role=";
    private final Layout layout;

    StartCommand(Layout layout) {
        this.layout = layout;
    }

    int execute(String[] args) throws LauncherException {
        boolean foreground = false;
        Optional<ContainerRole> role = Optional.empty();
        for (String arg : args) {
            if (arg.equals("--foreground")) {
                foreground = true;
            } else if (arg.startsWith(ROLE)) {
                role = Optional.of(ContainerRole.ofArgument(arg.substring(ROLE.length())));
            } else {
                throw new LauncherException(
                        ExitCode.USAGE, "start takes --role=ROLE and --foreground, not '" + arg + "'");
            }
        }
        layout.createDirectories();
        if (foreground) {
            return foreground(role);
        }
        // Asked here as well: the answer is clearer than the log of a process that has ended.
        ContainerRole.of(role, layout);
        return new BackgroundStart(layout)
                .execute(role.map(r -> List.of(ROLE + r.text())).orElse(List.of()));
    }

    private int foreground(Optional<ContainerRole> argument) throws LauncherException {
        System.setProperty("foggara.log", layout.log().toString());
        try (DataLock lock = DataLock.acquire(layout.data())) {
            StoredConfigurations.dropVanished(layout.data().resolve("config"), layout.conf());
            ContainerRole role = ContainerRole.of(argument, layout);
            role.remember(layout);
            Container container = new Container(layout, Container.Mode.STAY, role);
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
