package io.github.foggara.shell;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.client.JobStatus;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Runs one job to its end in the foreground: progress and messages on the message stream, results on the result stream,
 * the outcome as an {@link ExitCode}. Blocks its caller; interrupting the caller is Ctrl-C.
 */
public final class RunCommand {
    static final String USAGE = """
            Usage: foggara run JOB [--input FILE] [--output DIR] [--parallelism N]
                               [--name NAME] [-Dkey=value ...] [--ARGUMENT VALUE ...]
              JOB            name of a program; an unknown one lists the known ones
              --input FILE   a file, a directory or a pattern; relative to where you are
              --output DIR   where results are written; must not exist or be empty
              --parallelism  subtasks per operator
              --name         name of the job, JOB if absent
              -Dkey=value    an option of the job, e.g. -Dshuffle.service=local
              --ARGUMENT     any other argument of the program
            Results go to standard output, messages and progress to standard error. The summary tells for each vertex
            (operators that run as one task) how many records it took from other vertices, or read if it is a source, and how
            many it sent on to other vertices: 0 for the last one.
            Exit codes: 0 finished, 1 failed, 2 wrong command line, 130 canceled by Ctrl-C.""";

    private static final Duration TERMINAL_INTERVAL = Duration.ofMillis(100);
    private static final Duration PLAIN_INTERVAL = Duration.ofMillis(250);
    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(30);

    private final JobService jobs;
    private final PrintStream results;
    private final PrintStream messages;
    private final boolean terminal;
    private final Path directory;
    private final LongSupplier nanoTime;

    /**
     * @param terminal whether {@code messages} is a terminal, where a line can be rewritten
     * @param directory where relative paths start
     */
    public RunCommand(
            JobService jobs,
            PrintStream results,
            PrintStream messages,
            boolean terminal,
            Path directory,
            LongSupplier nanoTime) {
        this.jobs = jobs;
        this.results = results;
        this.messages = messages;
        this.terminal = terminal;
        this.directory = directory;
        this.nanoTime = nanoTime;
    }

    /** Returns an {@link ExitCode}. */
    public int run(String... words) {
        List<String> line = Arrays.asList(words);
        if (line.contains("--help") || line.contains("-h")) {
            results.println(USAGE);
            return ExitCode.OK;
        }
        String name;
        try {
            SubmissionArguments arguments = SubmissionArguments.parse(line, directory);
            name = arguments.name().orElse(arguments.program());
            jobs.submit(arguments.submission(name));
        } catch (UsageException e) {
            messages.println(e.getMessage());
            messages.println(USAGE);
            return ExitCode.USAGE;
        } catch (IllegalArgumentException e) {
            messages.println(e.getMessage());
            return ExitCode.USAGE;
        }
        return watch(name);
    }

    private int watch(String name) {
        ProgressLine progress = new ProgressLine(messages, terminal, nanoTime);
        try {
            while (true) {
                JobInfo job = await(name, terminal ? TERMINAL_INTERVAL : PLAIN_INTERVAL);
                if (job.state().terminal()) {
                    progress.clear();
                    return report(job);
                }
                progress.show(job);
            }
        } catch (InterruptedException e) {
            progress.clear();
            return cancel(name);
        }
    }

    private int report(JobInfo job) {
        switch (job.state()) {
            case FINISHED -> {
                job.report().forEach(results::println);
                results.flush();
                JobText.summary(job).forEach(messages::println);
                if (results.checkError()) {
                    messages.println("Standard output is closed or full; the results above are not all there.");
                    return ExitCode.FAILED;
                }
                return ExitCode.OK;
            }
            case CANCELED -> messages.println("Job " + job.name() + " was canceled.");
            default ->
                messages.println("Job " + job.name() + " failed after " + Units.duration(job.durationMillis()) + ".\n"
                        + job.cause().orElse("No cause is known.").stripTrailing());
        }
        return ExitCode.FAILED;
    }

    private int cancel(String name) {
        messages.println("Canceling job " + name + " ...");
        jobs.cancel(name);
        try {
            JobInfo job = await(name, CANCEL_LIMIT);
            if (job.state() == JobStatus.FINISHED) {
                messages.println("Job " + name + " had finished before it could be canceled.");
                return report(job);
            }
            if (!job.state().terminal()) {
                messages.println("Job " + name + " is still " + job.state() + " after "
                        + Units.duration(CANCEL_LIMIT.toMillis()) + "; it is given up.");
            } else {
                messages.println("Job " + name + " is canceled. Nothing was written under its output's name.");
            }
            jobs.health().forEach(messages::println);
        } catch (InterruptedException e) {
            messages.println("Interrupted again: not waiting for job " + name + ".");
        }
        return ExitCode.INTERRUPTED;
    }

    private JobInfo await(String name, Duration timeout) throws InterruptedException {
        return jobs.awaitTermination(name, timeout)
                .or(() -> jobs.job(name))
                .orElseThrow(() -> new IllegalStateException("The job '" + name + "' has gone"));
    }
}
