package io.github.foggara.shell;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.PluginInfo;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The commands of the interactive shell. Each returns its output without a final line end; errors are
 * {@link IllegalArgumentException}s with a message for people. Any thread.
 */
public final class JobCommands {
    private final JobService jobs;
    private final Path directory;

    /**
     * @param directory where relative paths of {@code submit} start
     */
    public JobCommands(JobService jobs, Path directory) {
        this.jobs = jobs;
        this.directory = directory;
    }

    public String list() {
        return JobText.list(
                jobs.jobs().stream().sorted(Comparator.comparing(JobInfo::name)).toList());
    }

    public String info(String name) {
        return JobText.info(jobs.job(name).orElseThrow(() -> unknown(name)));
    }

    /**
     * @param words {@code PROGRAM [--parallelism N] [--name NAME] [-Dkey=value ...] [--ARGUMENT VALUE ...]}
     */
    public String submit(String... words) {
        SubmissionArguments arguments = SubmissionArguments.parse(Arrays.asList(words), directory);
        String name = arguments.name().orElse(arguments.program());
        jobs.submit(arguments.submission(name));
        return "Job " + name + " is submitted, and lives until this container stops; job:info " + name
                + " tells how it goes.";
    }

    public String start(String name) {
        jobs.start(name);
        return "Job " + name + " starts.";
    }

    /**
     * @throws IllegalStateException if the job is over
     */
    public String cancel(String name) {
        jobs.job(name).map(JobInfo::state).filter(JobStatus::terminal).ifPresent(state -> {
            throw new IllegalStateException("Job '" + name + "' is " + state + " already; nothing to cancel.");
        });
        jobs.cancel(name);
        return "Job " + name + " is being canceled.";
    }

    public String plugins() {
        List<PluginInfo> plugins = jobs.plugins();
        if (plugins.isEmpty()) {
            return "There is no plugin.";
        }
        Table table = new Table("TYPE", "NAME", "BUNDLE", ">LEASES");
        plugins.stream()
                .sorted(Comparator.comparing(PluginInfo::type).thenComparing(PluginInfo::name))
                .forEach(p -> table.row(p.type(), p.name(), p.bundle(), p.leases()));
        return table.toString();
    }

    /** One screen: programs, jobs, and what an operator should look at. */
    public String status() {
        List<String> programs = jobs.programs();
        List<String> health = jobs.health();
        return "programs  " + (programs.isEmpty() ? "none" : String.join(", ", programs)) + "\n"
                + "health    " + (health.isEmpty() ? "ok" : String.join("\n          ", health)) + "\n\n"
                + list();
    }

    private IllegalArgumentException unknown(String name) {
        List<String> names = jobs.jobs().stream().map(JobInfo::name).sorted().toList();
        return new IllegalArgumentException("There is no job '" + name + "'. "
                + (names.isEmpty() ? "There is none at all." : "There are: " + String.join(", ", names) + "."));
    }
}
