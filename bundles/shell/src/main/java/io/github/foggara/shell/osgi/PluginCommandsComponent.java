package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.JobService;
import io.github.foggara.shell.JobCommands;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The Gogo command {@code plugin:list}. */
@Component(
        service = PluginCommandsComponent.class,
        property = {"osgi.command.scope=plugin", "osgi.command.function=list"})
public final class PluginCommandsComponent {
    private final JobCommands commands;

    @Activate
    public PluginCommandsComponent(BundleContext context, @Reference JobService jobs) {
        this.commands = new JobCommands(jobs, new Surroundings(context).directory());
    }

    @Descriptor("lists the plugins, their bundles and how many calls hold them")
    public String list() {
        return commands.plugins();
    }
}
