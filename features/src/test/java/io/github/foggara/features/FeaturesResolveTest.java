package io.github.foggara.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.FrameworkWiring;

/** Installs each feature into a fresh framework beside what every Karaf has, and resolves it. */
class FeaturesResolveTest {
    /** What a Karaf with the features {@code scr} and {@code shell} has of what our bundles import. */
    private static final List<String> PLATFORM = List.of(
            "org.apache.felix.scr",
            "org.apache.felix.configadmin",
            "org.apache.felix.metatype",
            "org.apache.felix.gogo.runtime",
            "org.osgi.service.component",
            "org.osgi.util.function",
            "org.osgi.util.promise",
            "pax-logging-api");

    @TempDir
    private Path storage;

    static Stream<String> features() throws Exception {
        return FeaturesRepository.read().names().stream();
    }

    @Test
    void theSchemaOfKarafAcceptsTheFile() {
        assertThatCode(FeaturesRepository::validate).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("features")
    void resolvesWithNothingLeftOver(String feature) throws Exception {
        assertThat(unresolved(feature, "")).isEmpty();
    }

    @Test
    void aMissingBundleIsFound() throws Exception {
        assertThat(unresolved("foggara", "io.github.foggara.api"))
                .anyMatch(problem -> problem.contains("io.github.foggara.api."));
    }

    /** Why bundles of the feature do not resolve, if the bundle with that name is left out. */
    private List<String> unresolved(String feature, String leftOut) throws Exception {
        ClassPathBundles classPath = new ClassPathBundles();
        Framework framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString(), "felix.log.level", "0"));
        framework.init();
        try {
            List<Bundle> bundles = new ArrayList<>();
            for (String name : PLATFORM) {
                bundles.add(framework.getBundleContext().installBundle(classPath.locationOf(name)));
            }
            for (String address : FeaturesRepository.read().bundles(feature)) {
                if (!address.contains("/" + leftOut + "/")) {
                    bundles.add(framework.getBundleContext().installBundle(classPath.location(address)));
                }
            }
            return problems(framework, bundles);
        } finally {
            framework.stop();
            framework.waitForStop(10_000);
        }
    }

    /** Only a failing start tells the reason, so the bundles that did not resolve are started, and no other. */
    private static List<String> problems(Framework framework, List<Bundle> bundles) throws BundleException {
        List<String> problems = new ArrayList<>();
        if (framework.adapt(FrameworkWiring.class).resolveBundles(bundles)) {
            return problems;
        }
        framework.start();
        for (Bundle bundle : bundles) {
            if (bundle.getState() == Bundle.INSTALLED) {
                try {
                    bundle.start();
                } catch (BundleException e) {
                    problems.add(e.getMessage());
                }
            }
        }
        return problems;
    }
}
