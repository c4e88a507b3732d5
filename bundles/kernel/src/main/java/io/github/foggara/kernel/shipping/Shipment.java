package io.github.foggara.kernel.shipping;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.kernel.plugin.Turns;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the code of one program: what is lacking is fetched and installed, then all of it started, until the program is published. On a thread
 * of its own, since the JobMaster and the bundles themselves are waited for. Start reading at {@link #bring}.
 *
 * <p>It is given up when nobody wants the code any more, and when nothing has gone on for the limit. A bundle that does not return
 * when it is started keeps the thread; those who wait are told.
 */
final class Shipment implements BundleFetch.Patience {
    private static final Logger LOG = LoggerFactory.getLogger(Shipment.class);

    /** What shipments of a container share. */
    record Dock(
            EngineRuntime runtime,
            BundleHost host,
            Programs programs,
            BundleFetch.Transfer transfer,
            Turns<String> turns,
            Path directory,
            Duration limit) {}

    private static final String WAITS = "it waits for the program";

    private final Dock dock;
    private final ProgramId program;
    private final ProgramCode code;
    private final BooleanSupplier wanted;
    private final Parker parker;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile String step = "it has not begun";
    private volatile long moved;
    private volatile boolean stalled;
    private volatile boolean pausing;
    private volatile String refusal;
    private volatile EngineRuntime.Cancellable timer = () -> {};
    private volatile boolean ended;

    /**
     * @param wanted whether somebody needs the code still; any thread
     */
    Shipment(Dock dock, ProgramId program, ProgramCode code, BooleanSupplier wanted) {
        this.dock = dock;
        this.program = program;
        this.code = code;
        this.wanted = wanted;
        this.parker = dock.runtime().newParker();
        this.moved = dock.runtime().nanoTime();
    }

    /** Once. */
    void start() {
        Thread thread = dock.runtime().newThread("foggara-bundles-" + program.name(), null, this::run);
        watch();
        thread.start();
    }

    /** Its thread has ended, or will with its next step. Any thread; so all that follow. */
    boolean ended() {
        return ended;
    }

    /** Why it is given up; empty while it is not. */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void unlisten(Runnable listener) {
        listeners.remove(listener);
    }

    @Override
    public void wake() {
        parker.unpark();
    }

    private void run() {
        try (AutoCloseable changes = dock.programs().onChange(this::wake)) {
            bring();
        } catch (BundleFetch.AbandonedException e) {
            refuse("No job waited for it any more when " + step);
        } catch (IOException e) {
            refuse(e.getMessage());
        } catch (Throwable e) {
            LOG.error("The code of program {} cannot be brought", program, e);
            refuse(e.toString());
        } finally {
            ended = true;
            timer.cancel();
            tell();
        }
    }

    private void bring() throws IOException {
        List<CodeBundle> providersFirst = new ArrayList<>(code.bundles());
        Collections.reverse(providersFirst);
        for (CodeBundle bundle : providersFirst) {
            awaitRoom(bundle);
            alone(bundle);
        }
        for (CodeBundle bundle : providersFirst) {
            if (dock.host().shipped(bundle)) {
                start(bundle);
            }
        }
        progress(WAITS);
        while (dock.programs().find(program).isEmpty()) {
            pause(0);
        }
    }

    /** What it needs may be replaced just now, as a plugin. */
    private void start(CodeBundle bundle) throws IOException {
        String starts = "it starts the bundle " + bundle;
        progress(starts);
        boolean started = false;
        while (!started) {
            step = starts;
            try {
                dock.host().start(bundle);
                started = true;
            } catch (BundleHost.UnresolvedBundleException e) {
                step = e.getMessage();
                pause(BundleFetch.RETRY.toNanos());
            }
        }
    }

    /** Whoever has deployed another content by hand may be about to replace it. */
    private void awaitRoom(CodeBundle bundle) throws IOException {
        Optional<String> conflict = dock.host().conflict(bundle);
        while (conflict.isPresent()) {
            step = conflict.get();
            // No program need come or go with a bundle, so nobody may tell.
            pause(BundleFetch.RETRY.toNanos());
            conflict = dock.host().conflict(bundle);
        }
    }

    /** However many jobs need a bundle, it is installed once, and not while it is uninstalled. */
    private void alone(CodeBundle bundle) throws IOException {
        Turns<String>.Turn turn = dock.turns().next(bundle.content());
        try {
            AtomicBoolean mine = new AtomicBoolean();
            turn.whenAlone(() -> {
                mine.set(true);
                wake();
            });
            while (!mine.get()) {
                pause(0);
            }
            if (!wanted.getAsBoolean()) {
                throw new BundleFetch.AbandonedException();
            }
            if (!dock.host().installed(bundle)) {
                install(bundle);
            }
        } finally {
            turn.release();
        }
    }

    private void install(CodeBundle bundle) throws IOException {
        Files.createDirectories(dock.directory());
        Path file = dock.directory().resolve(bundle.file() + ".part");
        try {
            new BundleFetch(dock.transfer(), this).fetch(bundle, file);
            progress("it installs the bundle " + bundle);
            dock.host().install(bundle, file);
            LOG.info("The bundle {} of program {} is installed for as long as jobs need it", bundle, program);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void progress(String next) {
        step = next;
        moved = dock.runtime().nanoTime();
    }

    @Override
    public void pause(long nanos) throws BundleFetch.AbandonedException {
        pausing = true;
        try {
            goOn();
            // What a bundle left behind when it was started.
            Thread.interrupted();
            if (nanos > 0) {
                parker.parkNanos(nanos);
            } else {
                parker.park();
            }
            goOn();
        } finally {
            pausing = false;
        }
    }

    private void goOn() throws BundleFetch.AbandonedException {
        if (stalled) {
            refuse(words());
        }
        if (stalled || !wanted.getAsBoolean()) {
            throw new BundleFetch.AbandonedException();
        }
    }

    /** Looks whether something has gone on since. */
    private void watch() {
        long left = moved + dock.limit().toNanos() - dock.runtime().nanoTime();
        timer = dock.runtime().schedule(Math.max(0, left), () -> {
            if (ended) {
                return;
            }
            if (dock.runtime().nanoTime() - moved < dock.limit().toNanos()) {
                watch();
                return;
            }
            stalled = true;
            if (pausing) {
                wake();
            } else {
                refuse(nothing(step));
                tell();
            }
        });
    }

    private String words() {
        boolean started = step.equals(WAITS);
        return nothing(started ? dock.host().absence(program, code.bundles().get(0)) : step);
    }

    private String nothing(String what) {
        return "It did not come within " + dock.limit().toMillis() + " ms: " + what;
    }

    /** The first reason counts. */
    private synchronized void refuse(String words) {
        if (refusal == null) {
            refusal = words;
        }
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }
}
