package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** {@code run}: one job in a container of its own, whose data directory is deleted at the end. */
final class RunCommand {
    private static final Duration READY = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final Duration CANCEL = Duration.ofSeconds(30);
    private final Layout layout;

    RunCommand(Layout layout) {
        this.layout = layout;
    }

    int execute(String[] args) throws LauncherException {
        if (args.length == 0) {
            throw new LauncherException(ExitCode.USAGE, "run needs the name of a job: foggara run JOB [OPTIONS]");
        }
        CountDownLatch cleaned = new CountDownLatch(1);
        Thread hook = interruptOnExit(Thread.currentThread(), cleaned);
        Path data = temporaryData();
        Container container = new Container(layout.withData(data).withWritableLog(), Container.Mode.RUN);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            System.setProperty(
                    "foggara.log", layout.withData(data).withWritableLog().log().toString());
            container.start();
            return call(container, args);
        } catch (InterruptedException | IllegalStateException e) {
            if (e instanceof IllegalStateException failure && !cancelled()) {
                throw failure;
            }
            System.err.println("foggara: cancelled");
            return ExitCode.INTERRUPTED;
        } finally {
            Thread.interrupted(); // the interrupt has done its work; cleaning up must not see it
            container.stop(STOP);
            DirectoryTree.delete(data);
            cleaned.countDown();
        }
    }

    private static boolean cancelled() {
        return Thread.currentThread().isInterrupted();
    }

    private static int call(Container container, String[] args) throws InterruptedException, LauncherException {
        Optional<ToIntFunction<String[]>> run = container.command(ToIntFunction.class, "run", READY);
        container.problems().forEach(problem -> System.err.println("foggara: bundle " + problem));
        if (run.isEmpty()) {
            throw new LauncherException(
                    ExitCode.FAILED,
                    "the bundles of this container offer no 'run' command after " + READY.toSeconds() + " s");
        }
        return run.get().applyAsInt(args);
    }

    private static Path temporaryData() throws LauncherException {
        try {
            return Files.createTempDirectory("foggara-run-");
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot create a temporary directory: " + e, e);
        }
    }

    /** Ctrl-C and SIGTERM: the job is told, and the process stays until it has cleaned up behind itself. */
    private static Thread interruptOnExit(Thread main, CountDownLatch cleaned) {
        return new Thread(
                () -> {
                    if (cleaned.getCount() == 0) {
                        return;
                    }
                    main.interrupt();
                    try {
                        if (!cleaned.await(CANCEL.toSeconds(), TimeUnit.SECONDS)) {
                            System.err.println("foggara: the job does not react; giving up");
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "foggara-cancel");
    }
}
