package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.JobService;
import io.github.foggara.shell.CheckpointCommands;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The Gogo commands of the scope {@code checkpoint}; Gogo finds the methods by their names. */
@Component(
        service = CheckpointCommandsComponent.class,
        property = {"osgi.command.scope=checkpoint", "osgi.command.function=list", "osgi.command.function=trigger"})
public final class CheckpointCommandsComponent {
    private final CheckpointCommands commands;

    @Activate
    public CheckpointCommandsComponent(@Reference JobService jobs) {
        this.commands = new CheckpointCommands(jobs);
    }

    @Descriptor("lists the last checkpoints of a job")
    public String list(@Descriptor("name of the job") String[] words) {
        return commands.list(name("list", words));
    }

    @Descriptor("takes a checkpoint of a job now")
    public String trigger(@Descriptor("name of the job") String[] words) {
        return commands.trigger(name("trigger", words));
    }

    /** Taken as many words, because Gogo tells of a wrong number of them in words of its own. */
    private static String name(String command, String... words) {
        if (words.length != 1) {
            throw new IllegalArgumentException("checkpoint:" + command + " takes the name of one job: checkpoint:"
                    + command + " NAME. job:list shows them.");
        }
        return words[0];
    }
}
