package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.shipping.BundleHost;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleReference;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.wiring.FrameworkWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bundles of this framework. Those that are here only because a job needs them have a location {@code foggara:CONTENT}, are started
 * without being remembered as started, and are uninstalled when the kernel begins. Any thread.
 */
final class FrameworkBundles implements BundleHost {
    private static final Logger LOG = LoggerFactory.getLogger(FrameworkBundles.class);
    private static final String SCHEME = "foggara:";
    private static final int SHOWN_DIGITS = 8;

    private final BundleContext kernel;
    private final Map<Long, Hash> hashes = new ConcurrentHashMap<>();

    /** Of a bundle as it was at that time. */
    private record Hash(long modified, String content) {}

    FrameworkBundles(BundleContext kernel) {
        this.kernel = kernel;
    }

    /** Uninstalls what an earlier kernel has left. */
    void sweep() {
        for (Bundle bundle : kernel.getBundles()) {
            if (isShipped(bundle)) {
                LOG.info("The bundle {} was shipped to an earlier kernel and is uninstalled", BundleText.of(bundle));
                uninstall(bundle);
            }
        }
    }

    @Override
    public ProgramCode describe(Program program) throws IOException {
        Bundle job = bundle(program);
        try {
            Set<Bundle> container = BundleClosure.ofContainer(kernel);
            List<CodeBundle> bundles = new ArrayList<>();
            List<CodeWire> wires = new ArrayList<>();
            for (Bundle bundle : BundleClosure.of(job, container)) {
                bundles.add(new CodeBundle(
                        BundleText.name(bundle), bundle.getVersion().toString(), content(bundle), "", 0));
                for (BundleClosure.Wire wire : BundleClosure.wires(bundle)) {
                    if (!container.contains(wire.provider())) {
                        wires.add(wire(wire));
                    }
                }
            }
            if (!bundles.get(0).content().equals(program.id().hash())) {
                throw new IOException("the bundle " + bundles.get(0) + " has changed since it published the program");
            }
            return new ProgramCode(bundles, wires, "");
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public Map<CodeWire.Use, CodeWire> counterparts(Program program, List<CodeWire> wires) throws IOException {
        Set<CodeWire.Use> uses = wires.stream().map(CodeWire::use).collect(Collectors.toSet());
        Map<CodeWire.Use, CodeWire> found = new HashMap<>();
        try {
            for (Bundle bundle : BundleClosure.of(bundle(program), Set.of())) {
                String name = BundleText.of(bundle);
                for (BundleClosure.Wire wire : BundleClosure.wires(bundle)) {
                    CodeWire.Use use = new CodeWire.Use(name, wire.what());
                    if (uses.contains(use) && !found.containsKey(use)) {
                        found.put(use, wire(wire));
                    }
                }
            }
            return found;
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private CodeWire wire(BundleClosure.Wire wire) {
        return new CodeWire(
                BundleText.of(wire.bundle()), wire.what(), BundleText.of(wire.provider()), content(wire.provider()));
    }

    private static Bundle bundle(Program program) throws IOException {
        if (program.loader() instanceof BundleReference reference) {
            return reference.getBundle();
        }
        throw new IOException("the program " + program.id() + " is of no bundle");
    }

    /** Empty if it would have to be read. */
    private String known(Bundle bundle) {
        if (isShipped(bundle)) {
            return bundle.getLocation().substring(SCHEME.length());
        }
        Hash known = hashes.get(bundle.getBundleId());
        return known == null || known.modified() != bundle.getLastModified() ? "" : known.content();
    }

    private static boolean isShipped(Bundle bundle) {
        return bundle.getLocation().startsWith(SCHEME);
    }

    private String content(Bundle bundle) {
        Hash known = hashes.get(bundle.getBundleId());
        if (known == null || known.modified() != bundle.getLastModified()) {
            known = new Hash(bundle.getLastModified(), BundleContent.sha256(bundle));
            hashes.put(bundle.getBundleId(), known);
        }
        return known.content();
    }

    private Stream<Bundle> ofName(CodeBundle wanted) {
        return Stream.of(kernel.getBundles())
                .filter(bundle -> bundle.getState() != Bundle.UNINSTALLED)
                .filter(bundle -> wanted.toString().equals(BundleText.of(bundle)));
    }

    private Optional<Bundle> find(CodeBundle wanted) {
        return ofName(wanted)
                .filter(bundle -> content(bundle).equals(wanted.content()))
                .findFirst();
    }

    @Override
    public void write(CodeBundle bundle, OutputStream out) throws IOException {
        Bundle found = find(bundle).orElseThrow(() -> new IOException("it is not installed any more"));
        BundleJar.write(found, out);
    }

    @Override
    public boolean installed(CodeBundle bundle) {
        return find(bundle).isPresent();
    }

    @Override
    public boolean shipped(CodeBundle bundle) {
        return kernel.getBundle(location(bundle)) != null;
    }

    private static String location(CodeBundle bundle) {
        return SCHEME + bundle.content();
    }

    @Override
    public Wiring wiring() {
        AgreedWires agreed = new AgreedWires(this::known, FrameworkBundles::isShipped);
        ServiceRegistration<?> hook = kernel.registerService(ResolverHookFactory.class, agreed, null);
        return new Wiring() {
            @Override
            public void agree(Collection<ProgramCode> needed) {
                agreed.agree(needed);
            }

            @Override
            public void close() {
                agreed.agree(List.of());
                try {
                    // Last of all: whatever is being resolved just now fails by that.
                    hook.unregister();
                } catch (IllegalStateException e) {
                    LOG.debug("The framework stops, and has unregistered it");
                }
            }
        };
    }

    @Override
    public Optional<String> conflict(CodeBundle wanted) {
        if (installed(wanted)) {
            return Optional.empty();
        }
        return ofName(wanted)
                .filter(bundle -> !isShipped(bundle))
                .findFirst()
                .map(bundle -> "the bundle " + wanted + " is here by hand with the content " + digits(content(bundle))
                        + ", in the JobMaster with " + digits(wanted.content())
                        + "; remove it here, or deploy the same in both");
    }

    private static String digits(String content) {
        return content.substring(0, SHOWN_DIGITS);
    }

    @Override
    public void install(CodeBundle wanted, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Bundle bundle = kernel.installBundle(location(wanted), in);
            if (!wanted.toString().equals(BundleText.of(bundle))
                    || !wanted.content().equals(content(bundle))) {
                String found = BundleText.of(bundle) + " with the content " + content(bundle);
                uninstall(bundle);
                throw new IOException("the file of the bundle " + wanted + " with the content " + wanted.content()
                        + " holds " + found);
            }
        } catch (BundleException | UncheckedIOException | IllegalStateException e) {
            throw new IOException("the bundle " + wanted + " cannot be installed here: " + e.getMessage(), e);
        }
    }

    @Override
    public void start(CodeBundle wanted) throws IOException {
        Bundle bundle = kernel.getBundle(location(wanted));
        if (bundle == null) {
            throw new IOException("the bundle " + wanted + " was uninstalled before it was started");
        }
        if (bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null) {
            return;
        }
        try {
            bundle.start(Bundle.START_TRANSIENT);
        } catch (BundleException | IllegalStateException e) {
            String words = "the bundle " + wanted + " cannot be started here: " + e.getMessage();
            throw e instanceof BundleException failure && failure.getType() == BundleException.RESOLVE_ERROR
                    ? new UnresolvedBundleException(words, e)
                    : new IOException(words, e);
        }
    }

    @Override
    public void uninstall(CodeBundle wanted) {
        Bundle bundle = kernel.getBundle(location(wanted));
        if (bundle != null) {
            uninstall(bundle);
        }
    }

    private void uninstall(Bundle bundle) {
        try {
            bundle.uninstall();
            hashes.remove(bundle.getBundleId());
            // Others may be wired to it still; its class loader goes when they are not.
            kernel.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)
                    .adapt(FrameworkWiring.class)
                    .refreshBundles(List.of(bundle));
        } catch (BundleException | IllegalStateException e) {
            LOG.warn("The bundle {} was not uninstalled", BundleText.of(bundle), e);
        }
    }

    @Override
    public String absence(ProgramId program, CodeBundle bundle) {
        return find(bundle)
                .map(found -> AbsentProgram.words(kernel, found))
                .orElse("the bundle " + bundle + " is not installed");
    }
}
