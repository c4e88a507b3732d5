package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.ClusterService;
import io.github.foggara.shell.ClusterCommands;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The Gogo command {@code cluster:info}. */
@Component(
        service = ClusterCommandsComponent.class,
        property = {"osgi.command.scope=cluster", "osgi.command.function=info"})
public final class ClusterCommandsComponent {
    private final ClusterCommands commands;

    @Activate
    public ClusterCommandsComponent(@Reference ClusterService cluster) {
        this.commands = new ClusterCommands(cluster);
    }

    @Descriptor("tells the role of this container, and how it stands with the others of its cluster")
    public String info() {
        return commands.info();
    }
}
