package io.github.foggara.itests.container;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Compares what a process holds with what it held before: class loaders of bundles that were watched, threads, handles (files,
 * sockets, pipes), temporary files. All but the class loaders are counted by name, so one more of what was there already is
 * seen, too; numbers that pools and the kernel give do not make another name.
 */
public final class LeakProbe {
    private static final Path HANDLES = Path.of("/proc/self/fd");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Threads that others than Foggara and its jobs start when they like. */
    private static final Pattern FOREIGN_THREADS = Pattern.compile(
            "(Attach Listener|Common-Cleaner|process reaper.*" // JVM
                    + "|Felix.*|SCR .*|CM .*|fileinstall-.*|Configurator.*" // Felix: framework and services
                    + "|surefire-.*|last-ditch-.*)"); // failsafe

    private final BundleContext context;
    private final Duration limit;
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    private final Map<String, Long> threads;
    private final Map<String, Long> handles;
    private final Map<String, Long> files;

    private LeakProbe(BundleContext context, Duration limit) {
        this.context = context;
        this.limit = limit;
        this.threads = threads();
        this.handles = handles();
        this.files = files();
    }

    /** Remembers what there is now. */
    public static LeakProbe before(BundleContext context) {
        return before(context, LIMIT);
    }

    /** @param limit how long each kind of thing may take to go away */
    public static LeakProbe before(BundleContext context, Duration limit) {
        return new LeakProbe(context, limit);
    }

    /** The class loader of this bundle must be collected in the end. */
    public void watch(Bundle bundle) {
        loaders.add(new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader()));
    }

    public void assertLoadersAreCollected() {
        Eventually.get("no class loader is left", limit, this::uncollected, left -> left == 0);
    }

    /** For bundles that were updated, whose new jar is a handle more. */
    public void assertNoSocketIsLeft() {
        Eventually.get(
                "no socket is left",
                limit,
                () -> surplus(handles(), handles).getOrDefault("socket:", 0L),
                more -> more == 0);
    }

    public void assertNothingIsLeft() {
        assertLoadersAreCollected();
        Eventually.get("no thread is left", limit, () -> surplus(threads(), threads), Map::isEmpty);
        Eventually.get("no handle is left", limit, () -> surplus(handles(), handles), Map::isEmpty);
        Eventually.get("no temporary file is left", limit, () -> surplus(files(), files), Map::isEmpty);
    }

    private long uncollected() {
        System.gc();
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    /** The io pool keeps its threads for some seconds: they are waited for. */
    private static Map<String, Long> threads() {
        return counted(Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> !FOREIGN_THREADS.matcher(name).matches())
                .map(name -> name.replaceAll("\\d+", "#")));
    }

    private static Map<String, Long> handles() {
        if (!Files.isDirectory(HANDLES)) {
            return Map.of();
        }
        try (Stream<Path> links = Files.list(HANDLES)) {
            return counted(links.map(LeakProbe::target)
                    .filter(target -> !target.isEmpty() && !target.startsWith("/dev/") && !target.startsWith("/proc/"))
                    .map(target -> target.replaceAll("^(socket|pipe):\\[\\d+]$", "$1:")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Empty if the handle was closed in between. */
    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException ignored) {
            return "";
        }
    }

    private Map<String, Long> files() {
        List<String> data = Directories.files(Path.of(context.getProperty("foggara.data")));
        List<String> temporary = Directories.files(Path.of(System.getProperty("java.io.tmpdir")));
        return counted(Stream.concat(data.stream(), temporary.stream().map(name -> "tmp/" + name))
                .filter(name -> !name.contains("/felix/") && !name.startsWith("tmp/1")));
    }

    private static Map<String, Long> counted(Stream<String> names) {
        return names.collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }

    private static Map<String, Long> surplus(Map<String, Long> now, Map<String, Long> before) {
        Map<String, Long> surplus = new TreeMap<>();
        now.forEach((name, count) -> {
            long more = count - before.getOrDefault(name, 0L);
            if (more > 0) {
                surplus.put(name, more);
            }
        });
        return surplus;
    }
}
