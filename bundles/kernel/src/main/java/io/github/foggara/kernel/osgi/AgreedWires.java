package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.ProgramCode;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Resolves the code of jobs as the JobMaster has: what a bundle gets from which other one there, it gets from that one here, if it is here. Apart
 * from that, what was shipped is seen only by bundles that are part of the same code, so no job comes to depend on what was shipped for
 * another one, nor does anything that was deployed by hand.
 *
 * <p>Asked by the framework, on any thread and inside its locks: it calls nothing that resolves, waits or reads files.
 */
final class AgreedWires implements ResolverHookFactory, ResolverHook {
    private final Function<Bundle, String> content;
    private final Predicate<Bundle> shipped;
    private volatile Rules rules = new Rules(Map.of(), Map.of());

    /**
     * @param wires by what a bundle gets: contents of bundles that it may get it from
     * @param codes by the content of a bundle: which codes it is part of
     */
    private record Rules(Map<Use, Set<String>> wires, Map<String, Set<Integer>> codes) {
        boolean together(String one, String other) {
            return !Collections.disjoint(codes.getOrDefault(one, Set.of()), codes.getOrDefault(other, Set.of()));
        }
    }

    /** That a bundle of that content gets something. */
    private record Use(String content, String what) {}

    /**
     * @param content what a bundle consists of, as a hash; empty if that is not known without reading it
     * @param shipped whether it is here only because a job needs it
     */
    AgreedWires(Function<Bundle, String> content, Predicate<Bundle> shipped) {
        this.content = content;
        this.shipped = shipped;
    }

    /** These codes are needed here, and no others. */
    void agree(Collection<ProgramCode> needed) {
        Map<Use, Set<String>> wires = new HashMap<>();
        Map<String, Set<Integer>> codes = new HashMap<>();
        int number = 0;
        for (ProgramCode code : needed) {
            Map<String, String> contents = new HashMap<>();
            for (CodeBundle bundle : code.bundles()) {
                contents.put(bundle.toString(), bundle.content());
                codes.computeIfAbsent(bundle.content(), c -> new HashSet<>()).add(number);
            }
            for (CodeWire wire : code.wires()) {
                Use use = new Use(contents.getOrDefault(wire.bundle(), ""), wire.what());
                wires.computeIfAbsent(use, u -> new HashSet<>()).add(wire.content());
            }
            number++;
        }
        rules = new Rules(wires, codes);
    }

    @Override
    public ResolverHook begin(Collection<BundleRevision> triggers) {
        return this;
    }

    @Override
    public void filterMatches(BundleRequirement requirement, Collection<BundleCapability> candidates) {
        Rules now = rules;
        Bundle bundle = requirement.getRevision().getBundle();
        String wanting = content.apply(bundle);
        boolean attaches = HostNamespace.HOST_NAMESPACE.equals(requirement.getNamespace()) && shipped.test(bundle);
        candidates.removeIf(candidate -> {
            Bundle giving = candidate.getRevision().getBundle();
            boolean free = giving.equals(bundle) || !attaches && !shipped.test(giving);
            return !free && !seen(now, wanting, giving);
        });
        if (now.codes().containsKey(wanting)
                && candidates.stream().anyMatch(candidate -> agreed(now, wanting, candidate))) {
            candidates.removeIf(candidate -> !agreed(now, wanting, candidate));
        }
    }

    /** One that is uninstalled gives what it gave until the framework has been refreshed. */
    private boolean seen(Rules now, String wanting, Bundle giving) {
        return giving.getState() != Bundle.UNINSTALLED && now.together(wanting, content.apply(giving));
    }

    private boolean agreed(Rules now, String wanting, BundleCapability candidate) {
        String what = BundleClosure.what(candidate);
        return what != null
                && now.wires()
                        .getOrDefault(new Use(wanting, what), Set.of())
                        .contains(content.apply(candidate.getRevision().getBundle()));
    }

    @Override
    public void filterResolvable(Collection<BundleRevision> candidates) {}

    @Override
    public void filterSingletonCollisions(BundleCapability singleton, Collection<BundleCapability> collisions) {}

    @Override
    public void end() {}
}
