package io.github.foggara.kernel.osgi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** Why a bundle does not publish its program. Stateless; any thread. */
final class AbsentProgram {
    private AbsentProgram() {}

    /** For users. */
    static String words(BundleContext kernel, Bundle bundle) {
        String name = "the bundle " + BundleText.of(bundle);
        if (bundle.getState() != Bundle.ACTIVE) {
            return name + " is installed but not started (" + state(bundle) + "); start it, or uninstall it";
        }
        List<String> reasons = reasons(kernel, bundle);
        return reasons.isEmpty()
                ? name + " is active and does not publish it; look into its activator or component"
                : String.join("; ", reasons);
    }

    private static String state(Bundle bundle) {
        return switch (bundle.getState()) {
            case Bundle.INSTALLED -> "INSTALLED, not resolved";
            case Bundle.RESOLVED -> "RESOLVED";
            case Bundle.STARTING -> "STARTING";
            case Bundle.STOPPING -> "STOPPING";
            default -> "UNINSTALLED";
        };
    }

    private static List<String> reasons(BundleContext kernel, Bundle bundle) {
        ServiceReference<ServiceComponentRuntime> reference = kernel.getServiceReference(ServiceComponentRuntime.class);
        ServiceComponentRuntime components = reference == null ? null : kernel.getService(reference);
        List<String> reasons = new ArrayList<>();
        if (components == null) {
            return reasons;
        }
        try {
            for (ComponentDescriptionDTO component : components.getComponentDescriptionDTOs(bundle)) {
                for (ComponentConfigurationDTO made : components.getComponentConfigurationDTOs(component)) {
                    reasons.addAll(reasons(component, made));
                }
            }
        } finally {
            kernel.ungetService(reference);
        }
        return reasons;
    }

    private static List<String> reasons(ComponentDescriptionDTO component, ComponentConfigurationDTO made) {
        String name = "its component " + component.name;
        List<String> reasons = new ArrayList<>();
        if ((made.state & ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION) != 0) {
            reasons.add(name + " waits for a configuration " + String.join(", ", component.configurationPid));
        }
        if ((made.state & ComponentConfigurationDTO.UNSATISFIED_REFERENCE) != 0) {
            for (UnsatisfiedReferenceDTO missing : made.unsatisfiedReferences) {
                reasons.add(
                        name + " waits for " + service(component, missing) + ", its reference '" + missing.name + "'");
            }
        }
        if (made.state == ComponentConfigurationDTO.FAILED_ACTIVATION) {
            reasons.add(name + " failed when it was activated: "
                    + made.failure.lines().findFirst().orElse(""));
        }
        return reasons;
    }

    private static String service(ComponentDescriptionDTO component, UnsatisfiedReferenceDTO missing) {
        String type = Stream.of(component.references)
                .filter(reference -> reference.name.equals(missing.name))
                .map((ReferenceDTO reference) -> reference.interfaceName)
                .findFirst()
                .orElse("?");
        return "a service " + type + (missing.target == null ? "" : " " + missing.target);
    }
}
