package io.github.foggara.kernel.osgi;

import io.github.foggara.api.plugin.PluginNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.resource.Namespace;

/**
 * What bundles are wired to, directly or not: packages, required bundles, fragments. Packages that a bundle imports dynamically are left out,
 * because they are wired only when a class asks for them. Stateless; any thread.
 */
final class BundleClosure {
    private static final String FRAGMENT = "the fragment ";

    private BundleClosure() {}

    /** That one bundle gets {@code what} of another one. */
    record Wire(Bundle bundle, String what, Bundle provider) {}

    /**
     * The bundle first, then what it reaches.
     *
     * @param without bundles that are not followed
     */
    static Set<Bundle> of(Bundle first, Set<Bundle> without) {
        return reached(List.of(first), without);
    }

    /** The framework, the kernel, all bundles that publish plugins, and what they reach: the same in each container of a version. */
    static Set<Bundle> ofContainer(BundleContext kernel) {
        List<Bundle> roots = new ArrayList<>();
        for (Bundle bundle : kernel.getBundles()) {
            if (bundle.getBundleId() == 0 || bundle.equals(kernel.getBundle()) || publishesPlugin(bundle)) {
                roots.add(bundle);
            }
        }
        return reached(roots, Set.of());
    }

    private static boolean publishesPlugin(Bundle bundle) {
        ServiceReference<?>[] services = bundle.getRegisteredServices();
        if (services == null) {
            return false;
        }
        for (ServiceReference<?> service : services) {
            if (service.getProperty(PluginNames.PLUGIN) != null) {
                return true;
            }
        }
        return false;
    }

    private static Set<Bundle> reached(Collection<Bundle> roots, Set<Bundle> without) {
        Set<Bundle> reached = new LinkedHashSet<>(roots);
        Set<Bundle> excluded = new HashSet<>(without);
        Deque<Bundle> open = new ArrayDeque<>(roots);
        while (!open.isEmpty()) {
            for (Wire wire : wires(open.poll())) {
                if (!excluded.contains(wire.provider()) && reached.add(wire.provider())) {
                    open.add(wire.provider());
                }
            }
        }
        return reached;
    }

    /** None if it is not resolved. */
    static List<Wire> wires(Bundle bundle) {
        List<Wire> wires = new ArrayList<>();
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        if (wiring == null || !wiring.isInUse()) {
            return wires;
        }
        for (BundleWire wire : wiring.getRequiredWires(null)) {
            Bundle provider = wire.getProviderWiring().getBundle();
            String what = what(wire);
            if (what != null && !provider.equals(bundle)) {
                wires.add(new Wire(bundle, what, provider));
            }
        }
        for (BundleWire wire : wiring.getProvidedWires(HostNamespace.HOST_NAMESPACE)) {
            Bundle fragment = wire.getRequirerWiring().getBundle();
            wires.add(new Wire(bundle, FRAGMENT + fragment.getSymbolicName(), fragment));
        }
        return wires;
    }

    /** Null if it brings no code. */
    private static String what(BundleWire wire) {
        String resolution = wire.getRequirement().getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE);
        return PackageNamespace.RESOLUTION_DYNAMIC.equals(resolution) ? null : what(wire.getCapability());
    }

    /** Whether these words of a {@link Wire} mean a fragment, and so its bundle a host. */
    static boolean isFragment(String what) {
        return what.startsWith(FRAGMENT);
    }

    /** What a bundle gets by it, in the words of {@link Wire}; null if it brings no code. */
    static String what(BundleCapability capability) {
        String namespace = capability.getNamespace();
        Object name = capability.getAttributes().get(namespace);
        return switch (namespace) {
            case PackageNamespace.PACKAGE_NAMESPACE -> "the package " + name;
            case BundleNamespace.BUNDLE_NAMESPACE -> "the bundle " + name;
            default -> null;
        };
    }
}
