package io.github.foggara.launcher;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** {@code stop}, {@code status} and {@code shell}: what is asked of a container that runs. */
final class ClientCommands {
    private static final Duration GONE = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;
    private final Layout layout;

    ClientCommands(Layout layout) {
        this.layout = layout;
    }

    /** Returns when the process is gone. */
    int stop(String[] args) throws LauncherException {
        refuseArguments("stop", args);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        int code = ControlClient.call(
                layout.controlSocket(),
                ControlProtocol.STOP,
                new PrintStream(answer, true, StandardCharsets.UTF_8),
                System.err);
        if (code != ExitCode.OK) {
            return code;
        }
        String pid = answer.toString(StandardCharsets.UTF_8).strip();
        awaitEnd(pid);
        System.err.println("foggara: stopped, process " + pid);
        return ExitCode.OK;
    }

    /** Asks again and again: for a process that is no child of this one, the JDK itself would do so at long intervals. */
    private static void awaitEnd(String pid) throws LauncherException {
        long deadline = System.nanoTime() + GONE.toNanos();
        try {
            Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid));
            while (process.isPresent() && isThere(process.get())) {
                if (System.nanoTime() - deadline > 0) {
                    throw new LauncherException(
                            ExitCode.FAILED,
                            "process " + pid + " is still there after " + GONE.toSeconds() + " s; kill it if you must");
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (NumberFormatException e) {
            throw new LauncherException(ExitCode.FAILED, "the container gave no process id but '" + pid + "'", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LauncherException(ExitCode.INTERRUPTED, "interrupted while process " + pid + " stops", e);
        }
    }

    /** A process that has ended, but was not collected by its parent yet, counts as gone. */
    private static boolean isThere(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException e) {
            return process.isAlive(); // not a system that tells
        }
    }

    int status(String[] args) throws LauncherException {
        refuseArguments("status", args);
        return ControlClient.call(layout.controlSocket(), ControlProtocol.STATUS, System.out, System.err);
    }

    /** With arguments one command, without them the lines of standard input, the exit code being the last one's. */
    int shell(String[] args) throws LauncherException {
        if (args.length > 0) {
            return shellLine(ShellLine.of(args));
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        boolean terminal = System.console() != null;
        int code = ExitCode.OK;
        try {
            for (String line = next(input, terminal); line != null; line = next(input, terminal)) {
                if (line.isBlank()) {
                    continue;
                }
                if (line.strip().equals("exit")) {
                    return code;
                }
                code = shellLine(line);
            }
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot read standard input: " + e.getMessage(), e);
        }
        return code;
    }

    private static String next(BufferedReader input, boolean terminal) throws IOException {
        if (terminal) {
            System.err.print("foggara> ");
            System.err.flush();
        }
        return input.readLine();
    }

    private int shellLine(String line) throws LauncherException {
        return ControlClient.call(layout.controlSocket(), ControlProtocol.SHELL + " " + line, System.out, System.err);
    }

    private static void refuseArguments(String command, String[] args) throws LauncherException {
        if (args.length > 0) {
            throw new LauncherException(
                    ExitCode.USAGE, command + " takes no arguments, not '" + String.join(" ", args) + "'");
        }
    }
}
