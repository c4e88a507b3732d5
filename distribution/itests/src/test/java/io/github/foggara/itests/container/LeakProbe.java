package io.github.foggara.itests.container;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Compares what a process holds with what it held before: class loaders of bundles that were watched, threads, file handles,
 * temporary files.
 */
public final class LeakProbe {
    private static final Path HANDLES = Path.of("/proc/self/fd");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final BundleContext context;
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    private final TreeSet<String> threads;
    private final TreeSet<String> handles;
    private final TreeSet<String> files;

    private LeakProbe(BundleContext context) {
        this.context = context;
        this.threads = threads();
        this.handles = handles();
        this.files = files();
    }

    /** Remembers what there is now. */
    public static LeakProbe before(BundleContext context) {
        return new LeakProbe(context);
    }

    /** The class loader of this bundle must be collected in the end. */
    public void watch(Bundle bundle) {
        loaders.add(new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()));
    }

    public void assertLoadersAreCollected() {
        Eventually.get("no class loader is left", LIMIT, this::uncollected, left -> left == 0);
    }

    public void assertNothingIsLeft() {
        assertLoadersAreCollected();
        Eventually.get("no thread is left", LIMIT, () -> surplus(threads(), threads), TreeSet::isEmpty);
        Eventually.get("no file handle is left", LIMIT, () -> surplus(handles(), handles), TreeSet::isEmpty);
        Eventually.get("no temporary file is left", LIMIT, () -> surplus(files(), files), TreeSet::isEmpty);
    }

    private long uncollected() {
        System.gc();
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    /** The io pool keeps its threads for some seconds: they are waited for. */
    private static TreeSet<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("foggara"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private TreeSet<String> handles() {
        TreeSet<String> open = new TreeSet<>();
        if (Files.isDirectory(HANDLES)) {
            try (Stream<Path> links = Files.list(HANDLES)) {
                for (Path link : links.toList()) {
                    target(link, open);
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return open;
    }

    private void target(Path link, TreeSet<String> open) {
        try {
            String target = Files.readSymbolicLink(link).toString();
            if (target.startsWith("/") && !target.startsWith("/dev/") && !target.startsWith("/proc/")) {
                open.add(target);
            }
        } catch (IOException ignored) {
            // closed in between
        }
    }

    private TreeSet<String> files() {
        TreeSet<String> names = new TreeSet<>(Directories.files(Path.of(context.getProperty("foggara.data"))));
        Directories.files(Path.of(System.getProperty("java.io.tmpdir"))).forEach(name -> names.add("tmp/" + name));
        names.removeIf(name -> name.contains("/felix/") || name.startsWith("tmp/1"));
        return names;
    }

    private static TreeSet<String> surplus(TreeSet<String> now, TreeSet<String> before) {
        TreeSet<String> surplus = new TreeSet<>(now);
        surplus.removeAll(before);
        return surplus;
    }
}
