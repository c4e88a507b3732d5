package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.ProgramCode;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.IdentityNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWiring;

/** A bundle is a name here, and its content the same name in hexadecimal digits. */
class AgreedWiresTest {
    private final Map<String, Bundle> bundles = new HashMap<>();
    private final Set<String> shipped = new HashSet<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> resolved = new HashSet<>();
    private final AgreedWires wires =
            new AgreedWires(bundle -> content(bundle.getSymbolicName()), b -> shipped.contains(b.getSymbolicName()));

    private static String content(String name) {
        return String.format("%064x", name.hashCode() & 0xffffffffL);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Bundle bundle(String name) {
        return bundles.computeIfAbsent(
                name,
                n -> proxy(Bundle.class, (proxy, method, args) -> switch (method.getName()) {
                    case "getSymbolicName" -> n;
                    case "getState" -> gone.contains(n) ? Bundle.UNINSTALLED : Bundle.RESOLVED;
                    case "equals" -> proxy == args[0];
                    default -> throw new UnsupportedOperationException(method.getName());
                }));
    }

    private BundleRevision revision(String name) {
        return proxy(BundleRevision.class, (proxy, method, args) -> switch (method.getName()) {
            case "getBundle" -> bundle(name);
            case "getWiring" -> resolved.contains(name) ? proxy(BundleWiring.class, (p, m, a) -> null) : null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private BundleCapability capability(String namespace, String what, String provider) {
        return proxy(BundleCapability.class, (proxy, method, args) -> switch (method.getName()) {
            case "getNamespace" -> namespace;
            case "getAttributes" -> Map.of(namespace, what);
            case "getRevision" -> revision(provider);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private BundleRequirement requirement(String namespace, String bundle) {
        return proxy(BundleRequirement.class, (proxy, method, args) -> switch (method.getName()) {
            case "getNamespace" -> namespace;
            case "getRevision" -> revision(bundle);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    /** Which of the providers of something are left for a bundle. */
    private List<String> left(String namespace, String bundle, String... providers) {
        List<BundleCapability> candidates = new ArrayList<>(Stream.of(providers)
                .map(provider -> capability(namespace, "p", provider))
                .toList());
        wires.begin(List.of()).filterMatches(requirement(namespace, bundle), candidates);
        return names(candidates);
    }

    private static List<String> names(List<BundleCapability> capabilities) {
        return capabilities.stream()
                .map(capability -> capability.getRevision().getBundle().getSymbolicName())
                .toList();
    }

    private List<String> packages(String bundle, String... providers) {
        return left(PackageNamespace.PACKAGE_NAMESPACE, bundle, providers);
    }

    private void shipped(String... names) {
        shipped.addAll(List.of(names));
    }

    /** A code of these bundles, the first of which gets the package p of the second one. */
    private static ProgramCode code(String... names) {
        return code(wire(names[0], "the package p", names[1]), names);
    }

    private static ProgramCode code(CodeWire wire, String... names) {
        return new ProgramCode(
                Stream.of(names)
                        .map(name -> new CodeBundle(name, "1.0.0", content(name), "", 0))
                        .toList(),
                List.of(wire),
                "");
    }

    private static CodeWire wire(String bundle, String what, String provider) {
        return new CodeWire(bundle + " 1.0.0", what, provider + " 1.0.0", content(provider));
    }

    @Test
    void aBundleGetsWhatItGetsInTheJobMaster() {
        shipped("job", "other", "one", "two");
        wires.agree(List.of(code("job", "one", "two"), code("other", "two")));
        assertThat(packages("job", "two", "one", "hand")).containsExactly("one");
        assertThat(packages("other", "two", "one", "hand")).containsExactly("two");
        assertThat(packages("job", "two", "hand"))
                .as("what it should get is not here")
                .containsExactly("hand");
    }

    /** An import that need not be there was not, when the bundle was resolved there. */
    @Test
    void whatItDoesNotGetThereItDoesNotGetHere() {
        shipped("job", "one", "two");
        wires.agree(List.of(code("job", "one", "two")));
        assertThat(packages("one", "two")).isEmpty();
        assertThat(left("some.capability", "one", "two"))
                .as("no code comes by that")
                .containsExactly("two");
    }

    @Test
    void aBundleThatGivesAPackageAndImportsItKeepsItsOwn() {
        shipped("job", "one", "two");
        wires.agree(List.of(code("job", "one", "two")));
        assertThat(packages("one", "two", "one")).containsExactly("one");
        wires.agree(List.of(code(wire("one", "the package p", "two"), "job", "one", "two")));
        assertThat(packages("one", "two", "one")).containsExactly("two");
    }

    @Test
    void whatWasShippedIsSeenByItsCodeAlone() {
        shipped("job", "other", "one", "two");
        wires.agree(List.of(code("job", "one"), code(wire("other", "the bundle p", "two"), "other", "two")));
        assertThat(packages("job", "two", "hand")).containsExactly("hand");
        assertThat(packages("hand", "one", "two", "more")).containsExactly("more");
        assertThat(left(BundleNamespace.BUNDLE_NAMESPACE, "other", "one", "two"))
                .containsExactly("two");
    }

    @Test
    void oneDeployedByHandMayBePartOfACode() {
        shipped("one");
        wires.agree(List.of(code("hand", "one")));
        assertThat(packages("hand", "newer", "one")).containsExactly("one");
    }

    @Test
    void aBundleOfTwoCodesMayBeWiredAsInEither() {
        shipped("job", "one", "two");
        wires.agree(List.of(code("job", "one"), code("job", "two")));
        assertThat(packages("job", "one", "two", "hand")).containsExactly("one", "two");
        wires.agree(List.of(code("job", "two")));
        assertThat(packages("job", "one", "two", "hand")).containsExactly("two");
    }

    @Test
    void oneThatIsUninstalledGivesNothingMore() {
        shipped("job", "one");
        gone.add("one");
        wires.agree(List.of(code("job", "one")));
        assertThat(packages("job", "one")).isEmpty();
        assertThat(packages("one", "one")).as("itself").containsExactly("one");
    }

    @Test
    void aFragmentIsAttachedToTheHostThatItHasInTheJobMaster() {
        shipped("fragment", "job", "one");
        wires.agree(List.of(code(wire("job", "the fragment f", "fragment"), "job", "fragment", "one")));
        assertThat(hosts("fragment", "hand", "job", "one")).containsExactly("job");
        assertThat(hosts("hand's fragment", "hand", "job")).containsExactly("hand");
        wires.agree(List.of(code("job", "one"), code("other", "fragment")));
        assertThat(hosts("fragment", "hand", "job", "one"))
                .as("it is attached to nothing there")
                .isEmpty();
    }

    private List<String> hosts(String fragment, String... hosts) {
        return left(HostNamespace.HOST_NAMESPACE, fragment, hosts);
    }

    /** In the wires of the JobMaster it is its host that gets and gives; the framework asks for the fragment itself. */
    @Test
    void whatAFragmentGetsAndGivesIsItsHosts() {
        shipped("fragment", "job", "one", "two");
        CodeWire attached = wire("job", "the fragment f", "fragment");
        wires.agree(List.of(new ProgramCode(
                code("job", "one", "two", "fragment").bundles(),
                List.of(attached, wire("job", "the package p", "one"), wire("two", "the package p", "job")),
                "")));
        assertThat(packages("fragment", "two", "one")).containsExactly("one");
        assertThat(packages("two", "one", "fragment")).containsExactly("fragment");
    }

    @Test
    void aHostAndItsFragmentsAreOneThing() {
        shipped("fragment", "more", "job", "one");
        wires.agree(List.of(new ProgramCode(
                code("job", "fragment", "more", "one").bundles(),
                List.of(wire("job", "the fragment f", "fragment"), wire("job", "the fragment m", "more")),
                "")));
        assertThat(packages("fragment", "job", "more", "one")).containsExactly("job", "more");
        assertThat(packages("job", "fragment", "one")).containsExactly("fragment");
    }

    /** Nobody knows before a class asks for it. */
    @Test
    void whatIsImportedDynamicallyComesFromAnyOfItsCode() {
        shipped("job", "other", "one", "two");
        wires.agree(List.of(code("job", "one"), code("other", "two")));
        resolved.add("one");
        assertThat(packages("one", "job", "two", "hand")).containsExactly("job", "hand");
    }

    @Test
    void jobsMayHaveDifferentVersionsOfABundleOfWhichThereIsToBeOne() {
        shipped("job", "other", "one", "two", "three");
        wires.agree(List.of(code("job", "one", "three"), code("other", "two")));
        assertThat(collisions("one", "two", "three", "hand")).containsExactly("three");
        assertThat(collisions("hand", "one", "more")).containsExactly("more");
    }

    private List<String> collisions(String singleton, String... others) {
        List<BundleCapability> collisions = new ArrayList<>(Stream.of(others)
                .map(other -> capability(IdentityNamespace.IDENTITY_NAMESPACE, "p", other))
                .toList());
        wires.begin(List.of())
                .filterSingletonCollisions(
                        capability(IdentityNamespace.IDENTITY_NAMESPACE, "p", singleton), collisions);
        return names(collisions);
    }

    @Test
    void aResolutionKeepsToTheRulesThatItBeganWith() {
        shipped("job", "one");
        wires.agree(List.of(code("job", "one")));
        ResolverHook begun = wires.begin(List.of());
        wires.agree(List.of());
        List<BundleCapability> candidates =
                new ArrayList<>(List.of(capability(PackageNamespace.PACKAGE_NAMESPACE, "p", "one")));
        begun.filterMatches(requirement(PackageNamespace.PACKAGE_NAMESPACE, "job"), candidates);
        assertThat(names(candidates)).containsExactly("one");
        assertThat(packages("job", "one")).isEmpty();
    }

    @Test
    void withoutJobsOnlyWhatWasDeployedIsSeen() {
        shipped("left");
        assertThat(packages("hand", "left", "more")).containsExactly("more");
    }
}
