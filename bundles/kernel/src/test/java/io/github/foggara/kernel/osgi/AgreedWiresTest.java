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
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/** A bundle is a name here, and its content the same name in hexadecimal digits. */
class AgreedWiresTest {
    private final Map<String, Bundle> bundles = new HashMap<>();
    private final Set<String> shipped = new HashSet<>();
    private final Set<String> gone = new HashSet<>();
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
        return proxy(BundleRevision.class, (proxy, method, args) -> bundle(name));
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
        return candidates.stream()
                .map(candidate -> candidate.getRevision().getBundle().getSymbolicName())
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
        List<CodeBundle> all = Stream.of(names)
                .map(name -> new CodeBundle(name, "1.0.0", content(name), "", 0))
                .toList();
        CodeWire wire = new CodeWire(names[0] + " 1.0.0", "the package p", names[1] + " 1.0.0", content(names[1]));
        return new ProgramCode(all, List.of(wire), "");
    }

    @Test
    void aBundleGetsWhatItGetsInTheJobMaster() {
        shipped("job", "other", "one", "two");
        wires.agree(List.of(code("job", "one", "two"), code("other", "two")));
        assertThat(packages("job", "two", "one", "hand")).containsExactly("one");
        assertThat(packages("other", "two", "one", "hand")).containsExactly("two");
        assertThat(packages("job", "two", "hand"))
                .as("what it should get is not here")
                .containsExactly("two", "hand");
    }

    @Test
    void whatWasShippedIsSeenByItsCodeAlone() {
        shipped("job", "other", "one", "two");
        wires.agree(List.of(code("job", "one"), code("other", "two")));
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
    void aShippedFragmentIsAttachedToItsCodeAlone() {
        shipped("fragment", "job");
        wires.agree(List.of(code("job", "fragment")));
        assertThat(left(HostNamespace.HOST_NAMESPACE, "fragment", "hand", "job"))
                .containsExactly("job");
        assertThat(left(HostNamespace.HOST_NAMESPACE, "hand's fragment", "hand", "job"))
                .containsExactly("hand");
    }

    @Test
    void withoutJobsOnlyWhatWasDeployedIsSeen() {
        shipped("left");
        assertThat(packages("hand", "left", "more")).containsExactly("more");
    }
}
