package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.cluster.ClusterOptions;
import io.github.foggara.kernel.cluster.Role;
import java.io.IOException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this container is, for as long as the kernel runs: what the framework property {@value #PROPERTY} says, which the launcher sets; where
 * nobody sets it, what the configuration of the cluster says that is there when the kernel starts.
 */
final class ContainerRole {
    /** Framework property. */
    static final String PROPERTY = "foggara.role";

    private static final Logger LOG = LoggerFactory.getLogger(ContainerRole.class);
    private static final String FILTER = "(service.pid=" + ClusterConfiguration.PID + ")";

    private ContainerRole() {}

    static Role of(BundleContext context) {
        String text = context.getProperty(PROPERTY);
        if (text == null) {
            text = stored(context);
        }
        try {
            return text == null ? Role.EMBEDDED : Role.of(text);
        } catch (IllegalArgumentException e) {
            LOG.error("{}. It runs as {}", e.getMessage(), Role.EMBEDDED.text());
            return Role.EMBEDDED;
        }
    }

    /** Null if there is none. */
    private static String stored(BundleContext context) {
        ServiceReference<ConfigurationAdmin> reference = context.getServiceReference(ConfigurationAdmin.class);
        ConfigurationAdmin admin = reference == null ? null : context.getService(reference);
        if (admin == null) {
            return null;
        }
        try {
            Configuration[] found = admin.listConfigurations(FILTER);
            Object role = found == null ? null : found[0].getProperties().get(ClusterOptions.ROLE.key());
            return role == null ? null : role.toString();
        } catch (IOException | InvalidSyntaxException | IllegalStateException e) {
            LOG.warn("Configuration Admin does not tell the role of this container", e);
            return null;
        } finally {
            context.ungetService(reference);
        }
    }
}
