package io.github.foggara.itests.container;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/**
 * A framework with the assembled bundles, driven from outside through its shell. For tests that start several containers one
 * after the other on the same data.
 */
public final class HostContainer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Path work;
    private final Framework framework;

    private HostContainer(Path work, Framework framework) {
        this.work = work;
        this.framework = framework;
    }

    /** Starts the bundles in the given order; returns as soon as the last was asked to start. */
    public static HostContainer start(Path work, List<Path> bundles) {
        Map<String, String> settings = Distribution.settings(work);
        settings.put(Constants.FRAMEWORK_STORAGE, work.resolve("data/felix").toString());
        settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(settings);
        try {
            framework.init();
            BundleContext context = framework.getBundleContext();
            List<Bundle> installed = new ArrayList<>();
            for (Path jar : bundles) {
                installed.add(context.installBundle("reference:" + jar.toUri()));
            }
            framework.start();
            for (Bundle bundle : installed) {
                if (bundle.getHeaders("").get(Constants.FRAGMENT_HOST) == null) {
                    bundle.start();
                }
            }
        } catch (BundleException e) {
            throw new AssertionError(e);
        }
        return new HostContainer(work, framework);
    }

    /** Waits until the shell is there, which needs the job service. */
    public HostContainer awaitReady() {
        Eventually.get("the container is ready", LIMIT, () -> service("status") != null, Boolean::booleanValue);
        return this;
    }

    public Path file(String name) {
        return work.resolve(name);
    }

    /** Output of a line of shell; it may be an error message. */
    public String shell(String line) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        this.<PrintStream[]>service("shell").apply(line, new PrintStream[] {both, both});
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public String status() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        this.<PrintStream>service("status").apply("", new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Waits until {@code job:info} shows the state. */
    public String awaitState(String job, String state) {
        return Eventually.get(
                job + " is " + state,
                LIMIT,
                () -> shell("job:info " + job),
                info -> info.lines().anyMatch(line -> line.equals("state     " + state)));
    }

    @SuppressWarnings("unchecked")
    private <S> BiFunction<String, S, Integer> service(String command) {
        BundleContext context = framework.getBundleContext();
        try {
            ServiceReference<?>[] found =
                    context.getServiceReferences(BiFunction.class.getName(), "(foggara.command=" + command + ")");
            return found == null ? null : (BiFunction<String, S, Integer>) context.getService(found[0]);
        } catch (org.osgi.framework.InvalidSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        try {
            framework.stop();
            FrameworkEvent event = framework.waitForStop(LIMIT.toMillis());
            if (event.getType() == FrameworkEvent.WAIT_TIMEDOUT) {
                throw new AssertionError("The framework does not stop");
            }
        } catch (BundleException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
