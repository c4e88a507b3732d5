package io.github.foggara.launcher;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * The framework with the bundles of {@code bundle/}. All of them start at one start level in any order: whoever misses a
 * service waits for it.
 *
 * <p>{@link #start} and {@link #waitForStop} belong to the main thread; {@link #stop} and the questions may come from any.
 */
final class Container {
    /** {@code RUN}: one job, throw-away data. {@code STAY}: watches {@code conf/} and {@code deploy/}. */
    enum Mode {
        RUN,
        STAY
    }

    private final Layout layout;
    private final Mode mode;
    private final ContainerRole role;
    private final BundleReport report = new BundleReport();
    private volatile Framework framework;
    private volatile boolean started;

    Container(Layout layout, Mode mode, ContainerRole role) {
        this.layout = layout;
        this.mode = mode;
        this.role = role;
    }

    /** Returns when every bundle was asked to start; {@link #problems} tells which did not. */
    void start() throws LauncherException {
        try {
            FrameworkFactory factory =
                    ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow();
            Framework created = factory.newFramework(FrameworkSettings.of(layout, mode, role));
            created.init();
            framework = created;
            created.getBundleContext().addFrameworkListener(report);
            List<Path> jars = new ArrayList<>(BundleDirectory.jars(layout.bundles()));
            if (mode == Mode.RUN) {
                // Not left to FileInstall: every job must be there when the job is looked up.
                jars.addAll(BundleDirectory.jars(layout.deploy()));
            }
            created.start();
            BundleDirectory.installAndStart(created.getBundleContext(), jars, report);
            started = true;
        } catch (BundleException e) {
            throw new LauncherException(ExitCode.FAILED, "the OSGi framework does not start: " + e.getMessage(), e);
        }
    }

    /** Where its bundles log to. */
    Path logFile() {
        return layout.log().resolve(mode == Mode.RUN ? "run.log" : "foggara.log");
    }

    boolean isStarted() {
        return started;
    }

    /** Bundles that are not active, by name and reason; empty if all is well or the framework is not up. */
    List<String> problems() {
        BundleContext context = context();
        if (context == null) {
            return List.of();
        }
        List<String> problems = report.problems(context);
        if (mode == Mode.STAY) {
            problems.addAll(notDeployed(context));
        }
        return problems;
    }

    private List<String> notDeployed(BundleContext context) {
        Set<String> locations =
                Arrays.stream(context.getBundles()).map(Bundle::getLocation).collect(Collectors.toSet());
        try {
            return DeployedJars.notInstalled(layout.deploy(), locations, Instant.now());
        } catch (LauncherException e) {
            return List.of(e.getMessage());
        }
    }

    /** Files of {@code conf/} that are not in force because they cannot be read, by name, line and reason. */
    List<String> unreadableFiles() {
        BundleContext context = context();
        return context == null || mode == Mode.RUN
                ? List.of()
                : FileInstallSyntax.of(context)
                        .map(syntax -> ConfigurationFiles.unreadable(layout.conf(), syntax, Instant.now()))
                        .orElse(List.of());
    }

    /** Number of bundles, fragments and the framework included. */
    int bundleCount() {
        BundleContext context = context();
        return context == null ? 0 : context.getBundles().length;
    }

    /** A service with the property {@code foggara.command=command}, waited for at most this long. */
    <T> Optional<T> command(Class<?> type, String command, Duration patience) throws InterruptedException {
        BundleContext context = context();
        return context == null ? Optional.empty() : CommandService.await(context, type, command, patience);
    }

    /** Blocks until the framework has stopped. */
    void waitForStop() throws InterruptedException {
        framework.waitForStop(0);
    }

    /** Stops the framework and waits, bounded. Harmless if it does not run. */
    void stop(Duration patience) {
        Framework running = framework;
        if (running == null) {
            return;
        }
        try {
            running.stop();
            FrameworkEvent event = running.waitForStop(patience.toMillis());
            if (event.getType() == FrameworkEvent.WAIT_TIMEDOUT) {
                System.err.println("foggara: the container did not stop within " + patience.toSeconds() + " s");
            }
        } catch (BundleException e) {
            System.err.println("foggara: the container did not stop cleanly: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private BundleContext context() {
        Framework running = framework;
        return running == null ? null : running.getBundleContext();
    }
}
