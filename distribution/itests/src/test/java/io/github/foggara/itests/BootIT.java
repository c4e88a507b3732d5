package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.PaxExamExtension;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/** The assembled bundles fit together. */
@ExtendWith(PaxExamExtension.class)
public class BootIT {
    @Inject
    BundleContext context;

    @Test
    public void everyBundleIsActive() {
        assertThat(problems()).isEmpty();
    }

    @Test
    public void aBundleThatDoesNotResolveIsSeen() throws BundleException {
        Bundle bundle = context.installBundle("unresolvable", new ByteArrayInputStream(JobBundle.unresolvable()));
        try {
            assertThat(problems()).singleElement().asString().contains("itests.unresolvable", "nowhere.to.be.found");
        } finally {
            bundle.uninstall();
        }
    }

    @Test
    public void theKernelIsReadyAndKnowsItsPlugins() {
        Inside inside = new Inside(context);
        Eventually.get(
                "the local shuffle is a plugin",
                () -> inside.jobs().plugins(),
                plugins -> plugins.stream()
                        .anyMatch(p -> p.type().equals("ShuffleService")
                                && p.name().equals("local")
                                && p.bundle().startsWith("io.github.foggara.shuffle.local ")));
        assertThat(inside.jobs().health()).isEmpty();
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            boolean fragment = bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null;
            if (bundle.getState() != (fragment ? Bundle.RESOLVED : Bundle.ACTIVE)) {
                problems.add(bundle + ": " + reason(bundle));
            }
        }
        return problems;
    }

    private static String reason(Bundle bundle) {
        try {
            bundle.start();
            return "was not started";
        } catch (BundleException e) {
            return e.getMessage();
        }
    }
}
