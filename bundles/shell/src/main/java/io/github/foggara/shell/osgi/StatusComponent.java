package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.JobService;
import io.github.foggara.shell.ExitCode;
import io.github.foggara.shell.JobCommands;
import java.io.PrintStream;
import java.util.function.BiFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code foggara status}: programs, health and jobs of a running container; the text argument is not used. */
@Component(service = BiFunction.class, property = "foggara.command=status")
public final class StatusComponent implements BiFunction<String, PrintStream, Integer> {
    private final JobCommands commands;

    @Activate
    public StatusComponent(BundleContext context, @Reference JobService jobs) {
        this.commands = new JobCommands(jobs, new Surroundings(context).directory());
    }

    @Override
    public Integer apply(String ignored, PrintStream out) {
        out.println(commands.status());
        return ExitCode.OK;
    }
}
