package io.github.foggara.launcher;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts the container as a process of its own and waits until it answers. */
final class BackgroundStart {
    private static final Duration READY = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;
    private static final int SHOWN_LINES = 20;
    private final Layout layout;

    BackgroundStart(Layout layout) {
        this.layout = layout;
    }

    /**
     * @param arguments of {@code start}, besides {@code --foreground}
     */
    int execute(List<String> arguments) throws LauncherException {
        try (FileChannel turn = DataLock.turnToStart(layout.data())) {
            // Asked here as well, because its answer is clearer than the log of a process that has ended.
            DataLock.acquire(layout.data()).close();
            Process process = new ProcessBuilder(command(arguments))
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(layout.consoleLog().toFile())
                    .redirectErrorStream(true)
                    .start();
            return awaitReady(process);
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot start the container: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        }
    }

    /** A container that answers is not always this one: another may have been started in the foreground just now. */
    int awaitReady(Process process) throws InterruptedException, LauncherException {
        String pid = Long.toString(process.pid());
        long deadline = System.nanoTime() + READY.toNanos();
        while (process.isAlive()) {
            Optional<String> ready = ControlClient.readyProcess(layout.controlSocket());
            if (ready.isPresent() && ready.get().equals(pid)) {
                System.err.println("foggara: started, process " + pid);
                return ExitCode.OK;
            }
            if (ready.isPresent()) {
                process.destroy();
                throw DataLock.refusal(layout.data(), ready);
            }
            if (System.nanoTime() - deadline > 0) {
                process.destroy();
                throw new LauncherException(
                        ExitCode.FAILED,
                        "the container did not come up within " + READY.toSeconds() + " s; see " + layout.log());
            }
            Thread.sleep(POLL_MILLIS);
        }
        if (process.exitValue() == ExitCode.ALREADY_RUNNING) {
            DataLock.acquire(layout.data()).close();
        }
        throw new LauncherException(
                process.exitValue(), "the container ended while it started:" + lastLines(layout.consoleLog()));
    }

    /** This very Java with the same options, in a session of its own where the system can do that. */
    private static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>();
        for (String directory : new String[] {"/usr/bin", "/bin"}) {
            if (command.isEmpty() && Files.isExecutable(Path.of(directory, "setsid"))) {
                command.add(directory + "/setsid");
            }
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-Dfoggara.tty=false");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("start", "--foreground"));
        command.addAll(arguments);
        return command;
    }

    private static String lastLines(Path file) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            StringBuilder text = new StringBuilder();
            for (String line : lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size())) {
                text.append(System.lineSeparator()).append("  ").append(line);
            }
            return text.toString();
        } catch (IOException e) {
            return " see " + file;
        }
    }
}
