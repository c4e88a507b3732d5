package io.github.foggara.kernel.shipping;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.kernel.plugin.Turns;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeSupply;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The code that jobs need in this TaskManager. What is deployed by hand is used as it is; what was shipped goes when the last job that needs it
 * has let go. Any thread; the tables are guarded by this object, which is never held while something is waited for.
 */
public final class ShippedCode implements CodeSupply, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShippedCode.class);

    private final Shipment.Dock dock;
    private final long most;
    private final BundleHost.Wiring wiring;
    private final Map<JobId, Set<ProgramCode>> held = new HashMap<>();
    private final Map<ProgramCode, Shipment> shipments = new HashMap<>();
    /** Contents that are being uninstalled. */
    private final Set<String> leaving = new HashSet<>();
    /** Codes that are wired here as in the JobMaster. By the loader of the program: when it is wired anew, it has another one. */
    private final Map<ClassLoader, Set<ProgramCode>> alike = new WeakHashMap<>();

    /**
     * Removes files that an earlier container has left.
     *
     * @param jobMaster how a question reaches it; never blocks
     * @param directory for files until they are installed
     * @param limit how long nothing need go on; 0: nothing is brought
     * @param most bytes that all bundles of a program may have
     */
    public ShippedCode(
            EngineRuntime runtime,
            BundleHost host,
            Programs programs,
            Function<RpcMessage, CompletionStage<byte[]>> jobMaster,
            Path directory,
            Duration limit,
            long most) {
        this.dock = new Shipment.Dock(runtime, host, programs, jobMaster::apply, new Turns<>(), directory, limit);
        this.most = most;
        sweep();
        this.wiring = host.wiring();
    }

    private void sweep() {
        if (!Files.isDirectory(dock.directory())) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dock.directory(), "*.part")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.warn("Parts of bundles stay in {}", dock.directory(), e);
        }
    }

    @Override
    public synchronized void hold(JobId job, ProgramCode code) {
        // Also what is not shipped: part of it may have been shipped for another job.
        if (!code.bundles().isEmpty()
                && held.computeIfAbsent(job, j -> new HashSet<>()).add(code)) {
            agree();
        }
    }

    /** In the order in which the table changes. */
    private void agree() {
        Set<ProgramCode> all = new HashSet<>();
        held.values().forEach(all::addAll);
        wiring.agree(all);
    }

    private synchronized boolean wanted(ProgramCode code) {
        return held.values().stream().anyMatch(codes -> codes.contains(code));
    }

    private synchronized boolean needed(String content) {
        return held.values().stream().flatMap(Set::stream).anyMatch(code -> code.contains(content));
    }

    @Override
    public Request request(JobId job, ProgramId program, ProgramCode code, Runnable changed) {
        if (!code.shipped() || dock.limit().isZero()) {
            return NOTHING;
        }
        if (code.size() > most) {
            return refused("Its bundles have " + code.size() + " bytes, and at most " + most + " are shipped here");
        }
        Shipment shipment;
        synchronized (this) {
            if (!wanted(code)) {
                return refused("The job has let go of it");
            }
            shipment = shipments.get(code);
            if (shipment == null || shipment.ended()) {
                shipment = new Shipment(dock, program, code, () -> wanted(code));
                // Only what has begun can end: the next one who asks begins anew.
                shipment.start();
                shipments.put(code, shipment);
            }
        }
        return waiting(shipment, changed);
    }

    private static Request waiting(Shipment shipment, Runnable changed) {
        shipment.listen(changed);
        return new Request() {
            @Override
            public boolean underWay() {
                return !shipment.ended() && shipment.refusal().isEmpty();
            }

            @Override
            public Optional<String> refusal() {
                return shipment.refusal();
            }

            @Override
            public void close() {
                shipment.unlisten(changed);
            }
        };
    }

    private static Request refused(String words) {
        return new Request() {
            @Override
            public boolean underWay() {
                return false;
            }

            @Override
            public Optional<String> refusal() {
                return Optional.of(words);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void release(JobId job) {
        Set<ProgramCode> gone;
        synchronized (this) {
            gone = held.remove(job);
            if (gone == null) {
                return;
            }
            gone.forEach(code -> {
                if (shipments.containsKey(code)) {
                    shipments.get(code).wake();
                }
            });
            shipments.keySet().removeIf(code -> !wanted(code));
            agree();
        }
        List<CodeBundle> bundles = new ArrayList<>();
        gone.forEach(code -> bundles.addAll(code.bundles()));
        dock.runtime()
                .newThread("foggara-bundles-release", null, () -> bundles.forEach(this::uninstall))
                .start();
    }

    /** Whether nobody needs it; whoever does from now on waits until it is gone, and gets it anew. */
    private synchronized boolean begins(CodeBundle bundle) {
        return !needed(bundle.content()) && leaving.add(bundle.content());
    }

    private synchronized void ends(CodeBundle bundle) {
        leaving.remove(bundle.content());
    }

    @Override
    public synchronized boolean leaving(ProgramCode code) {
        return leaving.stream().anyMatch(code::contains);
    }

    /** Waits for whoever installs it, and uninstalls it if nobody needs it then. */
    private void uninstall(CodeBundle bundle) {
        Turns<String>.Turn turn = dock.turns().next(bundle.content());
        try {
            Parker parker = dock.runtime().newParker();
            AtomicBoolean mine = new AtomicBoolean();
            turn.whenAlone(() -> {
                mine.set(true);
                parker.unpark();
            });
            while (!mine.get()) {
                parker.park();
            }
            if (dock.host().shipped(bundle) && begins(bundle)) {
                dock.host().uninstall(bundle);
                LOG.info("The bundle {} is uninstalled: no job needs it here any more", bundle);
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.error("The bundle {} stays installed until the next start", bundle, e);
        } finally {
            ends(bundle);
            turn.release();
        }
    }

    @Override
    public Optional<String> difference(Program program, ProgramCode code) {
        synchronized (this) {
            if (alike.getOrDefault(program.loader(), Set.of()).contains(code)) {
                return Optional.empty();
            }
        }
        Optional<String> difference = WiringDifference.of(dock.host(), program, code);
        if (difference.isEmpty()) {
            synchronized (this) {
                alike.computeIfAbsent(program.loader(), loader -> new HashSet<>())
                        .add(code);
            }
        }
        return difference;
    }

    /** Ends what is under way; what is installed stays until the next start. Does not wait. */
    @Override
    public void close() {
        synchronized (this) {
            held.clear();
            shipments.values().forEach(Shipment::wake);
            shipments.clear();
        }
        wiring.close();
    }

    /** Codes in its books: for tests. */
    synchronized int size() {
        return held.size() + shipments.size();
    }
}
