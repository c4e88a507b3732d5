package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects to the JobMaster, again and again until it succeeds, for as long as a connection is wanted. Link thread, except {@link #trouble()}. */
final class Dialer {
    private static final Logger LOG = LoggerFactory.getLogger(Dialer.class);

    private final EngineRuntime runtime;
    private final OwnerThread thread;
    private final LinkSettings settings;
    private final BooleanSupplier wanted;
    private final Consumer<RpcConnection> onConnected;

    private RpcNode node;
    private boolean connecting;
    private volatile String lastTrouble = "";

    /**
     * @param wanted whether there is none and one is needed
     * @param onConnected gets it, on the link thread
     */
    Dialer(
            EngineRuntime runtime,
            OwnerThread thread,
            LinkSettings settings,
            BooleanSupplier wanted,
            Consumer<RpcConnection> onConnected) {
        this.runtime = runtime;
        this.thread = thread;
        this.settings = settings;
        this.wanted = wanted;
        this.onConnected = onConnected;
    }

    /**
     * By this node from now on.
     *
     * @param opened null if there is none
     */
    void use(RpcNode opened) {
        node = opened;
        dial();
    }

    /** Begins, unless it is under way. */
    void dial() {
        thread.assertOwner();
        if (!wanted.getAsBoolean() || connecting || node == null) {
            return;
        }
        connecting = true;
        RpcNode by = node;
        try {
            runtime.executeBlocking(() -> resolve(by));
        } catch (RuntimeException e) {
            connected(null, e);
        }
    }

    /** It has come to nothing for this reason. */
    void again(String words) {
        trouble(words);
        thread.schedule(settings.retry().toNanos(), this::dial);
    }

    /** On an io thread. */
    private void resolve(RpcNode by) {
        String host = settings.jobMaster().getHostString();
        try {
            InetSocketAddress found = new InetSocketAddress(
                    settings.resolver().resolve(host), settings.jobMaster().getPort());
            thread.execute(() -> resolved(by, found));
        } catch (UnknownHostException | RuntimeException e) {
            String words = "nobody knows the address of the host '" + host
                    + "' now; is jobmanager.rpc.address right, and the name service reachable? " + e;
            thread.execute(() -> connected(null, new IllegalStateException(words, e)));
        }
    }

    private void resolved(RpcNode by, InetSocketAddress found) {
        if (by == node && wanted.getAsBoolean()) {
            by.connect(found).whenComplete((made, failure) -> thread.execute(() -> connected(made, failure)));
        } else {
            connecting = false;
            dial();
        }
    }

    private void connected(RpcConnection made, Throwable failure) {
        connecting = false;
        if (failure != null) {
            again(failure.getMessage());
        } else if (wanted.getAsBoolean()) {
            onConnected.accept(made);
        } else {
            made.close("not needed any more");
        }
    }

    /** Once per kind of trouble: it may last for hours. */
    private void trouble(String words) {
        if (!String.valueOf(words).equals(lastTrouble)) {
            lastTrouble = String.valueOf(words);
            LOG.warn("No registration with the JobMaster at {}: {}. It is tried again", settings.address(), words);
        }
    }

    /** There is none any more. */
    void well() {
        lastTrouble = "";
    }

    /** Why there is no registration; empty if nothing is known to be wrong. Any thread. */
    String trouble() {
        return lastTrouble;
    }
}
