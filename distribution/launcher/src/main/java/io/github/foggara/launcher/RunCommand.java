package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** {@code run}: one job in a container of its own, whose data directory is deleted at the end. */
final class RunCommand {
    private static final Duration READY = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final String UNCLEAN =
            "foggara: interrupted again; the job was not canceled cleanly. Output that is not"
                    + " published may be left in a directory '.NAME.foggara-...' beside the output: delete it.";
    private final Layout layout;

    RunCommand(Layout layout) {
        this.layout = layout;
    }

    int execute(String[] args) throws LauncherException {
        if (args.length == 0) {
            throw new LauncherException(ExitCode.USAGE, "run needs the name of a job: foggara run JOB [OPTIONS]");
        }
        Cancellation cancellation = new Cancellation();
        Path data = temporaryData();
        Layout own = layout.withData(data).withWritableLog();
        Container container = new Container(own, Container.Mode.RUN, ContainerRole.EMBEDDED);
        try (DataLock lock = DataLock.acquire(data)) {
            cancellation.install();
            Interrupts.install(UNCLEAN);
            System.setProperty("foggara.log", own.log().toString());
            container.start();
            return call(container, cancellation, args);
        } finally {
            container.stop(STOP);
            DirectoryTree.delete(data);
            cancellation.done();
        }
    }

    private static int call(Container container, Cancellation cancellation, String[] args) throws LauncherException {
        if (!cancellation.enter()) {
            return cancelled();
        }
        try {
            Optional<ToIntFunction<String[]>> run = container.command(ToIntFunction.class, "run", READY);
            container.problems().forEach(problem -> System.err.println("foggara: bundle " + problem));
            if (run.isEmpty()) {
                throw new LauncherException(
                        ExitCode.FAILED,
                        "the bundles of this container offer no 'run' command after " + READY.toSeconds()
                                + " s; see the bundles named above, if any, and " + container.logFile());
            }
            return run.get().applyAsInt(args);
        } catch (InterruptedException e) {
            return cancelled();
        } finally {
            cancellation.leave();
        }
    }

    private static int cancelled() {
        System.err.println("foggara: canceled before the job started");
        return ExitCode.INTERRUPTED;
    }

    private static Path temporaryData() throws LauncherException {
        try {
            Path data = Files.createTempDirectory(AbandonedRuns.PREFIX);
            AbandonedRuns.delete(data.getParent(), Instant.now());
            return data;
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot create a temporary directory: " + e, e);
        }
    }
}
