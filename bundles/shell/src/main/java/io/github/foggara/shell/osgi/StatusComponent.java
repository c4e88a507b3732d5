package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.ClusterService;
import io.github.foggara.api.client.JobService;
import io.github.foggara.shell.ClusterCommands;
import io.github.foggara.shell.ExitCode;
import io.github.foggara.shell.JobCommands;
import java.io.PrintStream;
import java.util.function.BiFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code foggara status}: the cluster, programs, health and jobs of a running container; the text argument is not used. */
@Component(service = BiFunction.class, property = "foggara.command=status")
public final class StatusComponent implements BiFunction<String, PrintStream, Integer> {
    private final JobCommands commands;
    /** Null while the engine has not begun. */
    private final ClusterService cluster;

    @Activate
    public StatusComponent(
            BundleContext context,
            @Reference JobService jobs,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    ClusterService cluster) {
        this.commands = new JobCommands(jobs, new Surroundings(context).directory());
        this.cluster = cluster;
    }

    @Override
    public Integer apply(String ignored, PrintStream out) {
        if (cluster != null && !cluster.cluster().clusterId().isEmpty()) {
            out.println(new ClusterCommands(cluster).info());
            out.println();
        }
        out.println(commands.status());
        return ExitCode.OK;
    }
}
