package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.ClusterService;
import io.github.foggara.shell.ClusterCommands;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The Gogo command {@code taskmanager:list}. */
@Component(
        service = TaskManagerCommandsComponent.class,
        property = {"osgi.command.scope=taskmanager", "osgi.command.function=list"})
public final class TaskManagerCommandsComponent {
    private final ClusterCommands commands;

    @Activate
    public TaskManagerCommandsComponent(@Reference ClusterService cluster) {
        this.commands = new ClusterCommands(cluster);
    }

    @Descriptor("lists the TaskManagers that are registered here, and their slots")
    public String list() {
        return commands.taskManagers();
    }
}
