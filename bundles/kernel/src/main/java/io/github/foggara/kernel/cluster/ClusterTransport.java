package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a container listening: as soon as there is a plugin that carries messages, whenever another one takes its place, and with the newest
 * settings. What does not succeed, for example because the port is in use, is tried again, and told once.
 *
 * <p>{@link #configure}, {@link #use}, {@link #close} and the questions may come from any thread and only enqueue; the rest belongs to the
 * transport thread, which waits for disks and sockets.
 */
public final class ClusterTransport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterTransport.class);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final String NO_PLUGIN = "it waits for a bundle that carries messages between containers";
    private static final long CLOSE_MILLIS = 10_000;

    private final EngineRuntime runtime;
    private final ClusterNode node;
    private final ContainerId container;
    private final String productVersion;
    private final OwnerThread thread;

    private RpcService rpc;
    private EngineRuntime.Cancellable retry = () -> {};
    /**
     * What is in force.
     *
     * @param relied whether something was made of it that cannot follow a change
     */
    private record InForce(ClusterSettings settings, boolean relied) {}

    private final AtomicReference<InForce> inForce;
    private volatile String address = "";
    /** Why it does not listen, and what of the configuration is not in force. */
    private volatile String trouble = "";

    private volatile String refused = "";

    /**
     * Starts the transport thread; listens when it was told by which plugin.
     *
     * @param settings the first
     */
    public ClusterTransport(
            EngineRuntime runtime,
            ClusterNode node,
            ClusterSettings settings,
            ContainerId container,
            String productVersion) {
        this.runtime = runtime;
        this.node = node;
        this.inForce = new AtomicReference<>(new InForce(settings, false));
        this.container = container;
        this.productVersion = productVersion;
        thread = new OwnerThread(
                runtime, "foggara-transport", null, t -> LOG.error("An action of the transport thread failed", t));
        // It waits for disks and sockets, as user code does.
        thread.runsUserCode();
        unknown(settings);
        trouble = words(NO_PLUGIN);
        thread.start();
    }

    /** Other values of {@code foggara.cluster}; if they are refused, the former stay in force. */
    public void configure(Map<String, String> texts) {
        thread.execute(() -> {
            try {
                ClusterSettings wanted = ClusterSettings.of(texts);
                unknown(wanted);
                accept(wanted);
            } catch (IllegalArgumentException e) {
                refuse("The configuration foggara.cluster is refused, its former values stay in force: "
                        + e.getMessage());
            }
        });
    }

    private void unknown(ClusterSettings wanted) {
        wanted.unknown().ifPresent(words -> LOG.warn("In the configuration foggara.cluster: {}", words));
    }

    private void accept(ClusterSettings wanted) {
        InForce seen = inForce.get();
        ClusterSettings former = seen.settings();
        boolean relied = seen.relied() || node.relied();
        List<String> waiting = wanted.waiting(former, relied);
        refuse(
                waiting.isEmpty()
                        ? ""
                        : "Changes of " + String.join(", ", waiting)
                                + " take effect when the container is started again");
        ClusterSettings next = wanted.keeping(former, relied);
        if (next.listensAs(former) && !address.isEmpty()) {
            inForce.updateAndGet(now -> new InForce(next.keeping(former, now.relied()), now.relied()));
            return;
        }
        Optional<String> failure = address.isEmpty() ? Optional.empty() : next.unreadable(former);
        if (failure.isEmpty() && !address.isEmpty()) {
            failure = listen(next);
        }
        if (failure.isPresent()) {
            refuse("The " + next.role().text()
                    + " does not listen with its new configuration foggara.cluster and goes on with the former: "
                    + failure.get());
            if (address.isEmpty()) {
                listen();
            }
        } else if (!inForce.compareAndSet(seen, new InForce(next, seen.relied()))) {
            accept(wanted);
        } else if (address.isEmpty()) {
            listen();
        }
    }

    /**
     * What is in force, for something that is made of it now and cannot follow a change: keys that it depends on keep their values from now on.
     * Any thread.
     */
    public ClusterSettings rely() {
        return inForce.updateAndGet(now -> new InForce(now.settings(), true)).settings();
    }

    /** Once for each kind. */
    private void refuse(String words) {
        if (!words.isEmpty() && !words.equals(refused)) {
            LOG.warn("{}", words);
        }
        refused = words;
    }

    /**
     * Messages go by this plugin from now on.
     *
     * @param plugin empty if there is none any more
     */
    public void use(Optional<RpcService> plugin) {
        thread.execute(() -> {
            if (plugin.orElse(null) != rpc) {
                rpc = plugin.orElse(null);
                listen();
            }
        });
    }

    private void listen() {
        thread.assertOwner();
        retry.cancel();
        if (rpc == null) {
            silence(NO_PLUGIN);
            return;
        }
        listen(settings()).ifPresent(failure -> {
            silence(failure + "; it is tried again");
            retry = thread.schedule(RETRY.toNanos(), this::listen);
        });
    }

    /** Why it does not succeed; then it does not listen. */
    private Optional<String> listen(ClusterSettings settings) {
        try {
            InetSocketAddress bound = node.listen(rpc, settings.rpc(runtime, container, productVersion));
            address = bound.getHostString() + ":" + bound.getPort();
            trouble = "";
            LOG.info(
                    "The {} {} of cluster '{}' listens at {}",
                    settings.role().text(),
                    container,
                    settings.clusterId(),
                    address);
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            address = "";
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void silence(String words) {
        node.silence();
        address = "";
        trouble(words);
    }

    /** Once per kind: it may last for hours. */
    private void trouble(String words) {
        String line = words(words);
        if (!line.equals(trouble)) {
            trouble = line;
            LOG.warn("{}", line);
        }
    }

    private String words(String why) {
        return "The " + settings().role().text() + " does not listen: " + why;
    }

    /** In force now. */
    public ClusterSettings settings() {
        return inForce.get().settings();
    }

    /** Host and port, or empty. */
    public String address() {
        return address;
    }

    /** What an operator should look at. */
    public List<String> health() {
        List<String> lines = new ArrayList<>(List.of(trouble, refused));
        lines.removeIf(String::isEmpty);
        return lines;
    }

    /** For the watchdog. */
    public OwnerThread owner() {
        return thread;
    }

    /** Listens no more. Blocks, bounded; the node is closed by whoever made it. */
    @Override
    public void close() {
        thread.execute(() -> {
            retry.cancel();
            rpc = null;
            node.silence();
        });
        thread.stop();
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
