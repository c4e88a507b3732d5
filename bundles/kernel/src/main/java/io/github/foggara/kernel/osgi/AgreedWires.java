package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.program.ProgramCode;
import java.util.Collection;
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
 * Resolves the code of jobs as the JobMaster has: what a bundle gets from another one of its code there, it gets from that one here, and nothing
 * else of its code. What was shipped is seen by bundles of the same code only, so no job comes to depend on what was shipped for another one, nor does
 * anything that was deployed by hand.
 *
 * <p>Asked by the framework, on any thread and inside its locks: it calls nothing that resolves, waits or reads files. One resolution keeps to
 * the rules that it began with.
 */
final class AgreedWires implements ResolverHookFactory {
    private final Function<Bundle, String> content;
    private final Predicate<Bundle> shipped;
    private volatile WireRules rules = WireRules.NONE;

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
        rules = WireRules.of(needed);
    }

    @Override
    public ResolverHook begin(Collection<BundleRevision> triggers) {
        return new Hook(rules);
    }

    private final class Hook implements ResolverHook {
        private final WireRules rules;

        Hook(WireRules rules) {
            this.rules = rules;
        }

        @Override
        public void filterMatches(BundleRequirement requirement, Collection<BundleCapability> candidates) {
            Bundle bundle = requirement.getRevision().getBundle();
            String wanting = content.apply(bundle);
            if (HostNamespace.HOST_NAMESPACE.equals(requirement.getNamespace())) {
                candidates.removeIf(host -> !attaches(bundle, wanting, bundle(host)));
                return;
            }
            // Of what is resolved already only a package can be wanted that it imports dynamically: wires do not tell
            // of those.
            boolean dynamic = requirement.getRevision().getWiring() != null;
            candidates.removeIf(candidate -> !seen(bundle, wanting, candidate, dynamic));
            if (!dynamic
                    && rules.knows(wanting)
                    && candidates.stream().anyMatch(candidate -> agreed(bundle, wanting, candidate))) {
                candidates.removeIf(candidate -> !agreed(bundle, wanting, candidate));
            }
        }

        private static Bundle bundle(BundleCapability capability) {
            return capability.getRevision().getBundle();
        }

        /** What was shipped belongs together as in the JobMaster. */
        private boolean attaches(Bundle fragment, String wanting, Bundle host) {
            boolean free = !shipped.test(fragment) && !shipped.test(host);
            return free || present(host) && rules.attached(wanting, content.apply(host));
        }

        private boolean seen(Bundle bundle, String wanting, BundleCapability candidate, boolean dynamic) {
            Bundle giving = bundle(candidate);
            if (giving.equals(bundle)) {
                return true;
            }
            String its = content.apply(giving);
            boolean together = rules.together(wanting, its);
            if (shipped.test(giving) && !(together && present(giving))) {
                return false;
            }
            // What a bundle of the code does not get from another one there, it does not get from it here. Between a
            // host and its fragments
            // there are no wires.
            return dynamic
                    || !together
                    || rules.joined(wanting, its)
                    || BundleClosure.what(candidate) == null
                    || agreed(bundle, wanting, candidate);
        }

        /** One that is uninstalled gives what it gave until the framework has been refreshed. */
        private boolean present(Bundle bundle) {
            return bundle.getState() != Bundle.UNINSTALLED;
        }

        private boolean agreed(Bundle bundle, String wanting, BundleCapability candidate) {
            String what = BundleClosure.what(candidate);
            Bundle giving = bundle(candidate);
            return what != null && !giving.equals(bundle) && rules.agreed(wanting, what, content.apply(giving));
        }

        @Override
        public void filterResolvable(Collection<BundleRevision> candidates) {}

        /** Two jobs may have different versions of a bundle of which there is to be one. */
        @Override
        public void filterSingletonCollisions(BundleCapability singleton, Collection<BundleCapability> collisions) {
            Bundle one = bundle(singleton);
            collisions.removeIf(collision -> {
                Bundle other = bundle(collision);
                return (shipped.test(one) || shipped.test(other))
                        && !rules.together(content.apply(one), content.apply(other));
            });
        }

        @Override
        public void end() {}
    }
}
