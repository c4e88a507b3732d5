package io.github.foggara.kernel.shipping;

import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Bundles of one container, as bytes. Any thread. */
public final class FakeHost implements BundleHost {
    public final FakePrograms programs = new FakePrograms();
    public final List<CodeWire> wires = new CopyOnWriteArrayList<>();
    /** How often its wires were compared with others. */
    public final AtomicInteger compared = new AtomicInteger();

    public final List<String> installed = new CopyOnWriteArrayList<>();
    /** By content. */
    public final Map<String, byte[]> byHand = new ConcurrentHashMap<>();

    public final Map<String, byte[]> shipped = new ConcurrentHashMap<>();
    /** By program; the first one publishes it. */
    private final Map<String, List<CodeBundle>> codes = new ConcurrentHashMap<>();

    /** The codes that are needed here; null before and after anybody says so. */
    public volatile Set<ProgramCode> agreed;

    public volatile String conflict;
    /** Somebody has looked for a conflict. */
    public final CountDownLatch looked = new CountDownLatch(1);
    /** What a bundle does when it is started; its program is published after that. */
    public volatile Runnable onStart = () -> {};

    /** How many times a bundle cannot be resolved. */
    public final AtomicInteger unresolved = new AtomicInteger();

    /** Runs before a bundle has gone. */
    public volatile Runnable onUninstall = () -> {};

    public volatile JobDefinition definition = parameters -> null;
    public volatile boolean publishes = true;
    public volatile IOException unreadable;
    /** Runs before a bundle is written. */
    public volatile Consumer<CodeBundle> onWrite = bundle -> {};

    public static CodeBundle bundle(String name, byte[] bytes) {
        return new CodeBundle(name, "1.0", hash(bytes), "", 0);
    }

    public static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(BundleStore.sha256().digest(bytes));
    }

    /** A job bundle of that name, deployed by hand; its program has the same name. */
    public Program deploy(String name, byte[] bytes, CodeBundle... more) {
        CodeBundle bundle = bundle(name, bytes);
        byHand.put(bundle.content(), bytes);
        List<CodeBundle> all = new ArrayList<>(List.of(bundle));
        all.addAll(List.of(more));
        codes.put(name, all);
        publish(bundle);
        return programs.find(name).orElseThrow();
    }

    /** A bundle without a program. */
    public CodeBundle library(String name, byte[] bytes) {
        CodeBundle bundle = bundle(name, bytes);
        byHand.put(bundle.content(), bytes);
        return bundle;
    }

    private void publish(CodeBundle bundle) {
        programs.add(bundle.name(), bundle.content(), definition);
    }

    @Override
    public ProgramCode describe(Program program) throws IOException {
        if (unreadable != null) {
            throw unreadable;
        }
        return new ProgramCode(codes.getOrDefault(program.id().name(), List.of()), wires, "");
    }

    @Override
    public Map<CodeWire.Use, CodeWire> counterparts(Program program, List<CodeWire> others) {
        compared.incrementAndGet();
        Set<CodeWire.Use> uses = others.stream().map(CodeWire::use).collect(Collectors.toSet());
        return wires.stream()
                .filter(wire -> uses.contains(wire.use()))
                .collect(Collectors.toMap(CodeWire::use, wire -> wire));
    }

    @Override
    public void write(CodeBundle bundle, OutputStream out) throws IOException {
        onWrite.accept(bundle);
        out.write(byHand.get(bundle.content()));
    }

    @Override
    public boolean installed(CodeBundle bundle) {
        return byHand.containsKey(bundle.content()) || shipped.containsKey(bundle.content());
    }

    @Override
    public boolean shipped(CodeBundle bundle) {
        return shipped.containsKey(bundle.content());
    }

    @Override
    public Wiring wiring() {
        return new Wiring() {
            @Override
            public void agree(Collection<ProgramCode> needed) {
                agreed = Set.copyOf(needed);
            }

            @Override
            public void close() {
                agreed = null;
            }
        };
    }

    @Override
    public Optional<String> conflict(CodeBundle bundle) {
        Optional<String> found = Optional.ofNullable(conflict);
        looked.countDown();
        return found;
    }

    @Override
    public void install(CodeBundle bundle, Path file) throws IOException {
        installed.add(bundle.name());
        shipped.put(bundle.content(), Files.readAllBytes(file));
    }

    @Override
    public void start(CodeBundle bundle) throws UnresolvedBundleException {
        if (unresolved.getAndUpdate(times -> Math.max(0, times - 1)) > 0) {
            throw new UnresolvedBundleException("the bundle " + bundle + " lacks a package", null);
        }
        onStart.run();
        if (publishes) {
            publish(bundle);
        }
    }

    @Override
    public void uninstall(CodeBundle bundle) {
        onUninstall.run();
        shipped.remove(bundle.content());
        programs.remove(bundle.name());
    }

    @Override
    public String absence(ProgramId program, CodeBundle bundle) {
        return "the bundle " + bundle + " waits for a service";
    }
}
