package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.JobService;
import io.github.foggara.shell.JobCommands;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The Gogo commands of the scope {@code job}; Gogo finds the methods by their names. */
@Component(
        service = JobCommandsComponent.class,
        property = {
            "osgi.command.scope=job",
            "osgi.command.function=list",
            "osgi.command.function=info",
            "osgi.command.function=submit",
            "osgi.command.function=start",
            "osgi.command.function=cancel"
        })
public final class JobCommandsComponent {
    private final JobCommands commands;

    @Activate
    public JobCommandsComponent(BundleContext context, @Reference JobService jobs) {
        this.commands = new JobCommands(jobs, new Surroundings(context).directory());
    }

    @Descriptor("lists the jobs")
    public String list() {
        return commands.list();
    }

    @Descriptor("tells all about a job")
    public String info(@Descriptor("name of the job") String[] words) {
        return commands.info(name("info", words));
    }

    @Descriptor("starts a job that lives until the container stops")
    public String submit(
            @Descriptor("PROGRAM [--parallelism N] [--name NAME] [-Dkey=value ...] [--ARGUMENT VALUE ...]")
                    String[] words) {
        return commands.submit(words);
    }

    @Descriptor("runs a job again that is over")
    public String start(@Descriptor("name of the job") String[] words) {
        return commands.start(name("start", words));
    }

    @Descriptor("cancels a job; its configuration stays")
    public String cancel(@Descriptor("name of the job") String[] words) {
        return commands.cancel(name("cancel", words));
    }

    /** Taken as many words, because Gogo tells of a wrong number of them in words of its own. */
    private static String name(String command, String... words) {
        if (words.length != 1) {
            throw new IllegalArgumentException(
                    "job:" + command + " takes the name of one job: job:" + command + " NAME. job:list shows them.");
        }
        return words[0];
    }
}
