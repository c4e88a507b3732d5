package io.github.foggara.kernel.osgi;

import java.io.File;
import java.io.IOException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a job of that name has a configuration, though none was told yet: Configuration Admin tells those it kept after it
 * has restored them, and FileInstall those of files after its first look at the directory. However late both are, the
 * configuration is in the one or the file in the other; a file that cannot be read counts as well, because it will be
 * corrected. While Configuration Admin is not there, nobody knows. Any thread; reads directories.
 */
final class ExpectedConfigurations implements Predicate<String> {
    /** Framework property: directories that FileInstall watches, with commas between them. */
    static final String WATCHED = "felix.fileinstall.dir";

    private static final Logger LOG = LoggerFactory.getLogger(ExpectedConfigurations.class);
    private static final String FILTER = "(" + ConfigurationAdmin.SERVICE_FACTORYPID + "=" + JobFactory.PID + ")";

    private final BundleContext context;

    ExpectedConfigurations(BundleContext context) {
        this.context = context;
    }

    @Override
    public boolean test(String job) {
        return hasFile(job) || isStored(job);
    }

    private boolean hasFile(String job) {
        String watched = context.getProperty(WATCHED);
        return watched != null
                && Stream.of(watched.split(","))
                        .map(directory -> new File(directory.strip(), JobFactory.PID + "-" + job))
                        .anyMatch(file -> new File(file + ".cfg").exists() || new File(file + ".config").exists());
    }

    private boolean isStored(String job) {
        ServiceReference<ConfigurationAdmin> reference = context.getServiceReference(ConfigurationAdmin.class);
        ConfigurationAdmin admin = reference == null ? null : context.getService(reference);
        if (admin == null) {
            return true;
        }
        try {
            Configuration[] stored = admin.listConfigurations(FILTER);
            return stored != null
                    && Stream.of(stored)
                            .anyMatch(c -> JobFactory.name(c.getPid()).equals(job));
        } catch (IOException | InvalidSyntaxException | IllegalStateException e) {
            LOG.warn("Configuration Admin does not tell whether the job '{}' has a configuration", job, e);
            return true;
        } finally {
            context.ungetService(reference);
        }
    }
}
