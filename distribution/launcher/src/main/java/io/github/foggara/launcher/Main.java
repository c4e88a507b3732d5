package io.github.foggara.launcher;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Optional;

/** Entry point of {@code bin/foggara}: picks the command, prints its error, exits with its code. */
public final class Main {
    private Main() {}

    /** Runs one command; never returns. */
    public static void main(String[] args) {
        int code;
        try {
            code = execute(args);
        } catch (LauncherException e) {
            System.err.println("foggara: " + e.getMessage());
            code = e.exitCode();
        }
        System.err.flush();
        System.exit(code == ExitCode.OK ? written(System.out) : code);
    }

    /** A full disk or a reader that has gone must not look like a success. */
    static int written(PrintStream results) {
        if (!results.checkError()) {
            return ExitCode.OK;
        }
        System.err.println("foggara: standard output is closed or full; not everything was written");
        return ExitCode.FAILED;
    }

    private static int execute(String[] args) throws LauncherException {
        if (args.length == 0) {
            System.err.println(Usage.TEXT);
            return ExitCode.USAGE;
        }
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        if (rest.length > 0 && (rest[0].equals("--help") || rest[0].equals("-h"))) {
            Optional<String> text = Usage.of(args[0]);
            text.ifPresent(System.out::println);
            if (text.isPresent()) {
                return ExitCode.OK;
            }
        }
        return switch (args[0]) {
            case "run" -> new RunCommand(Layout.ofProcess()).execute(rest);
            case "start" -> new StartCommand(Layout.ofProcess()).execute(rest);
            case "stop" -> new ClientCommands(Layout.ofProcess()).stop(rest);
            case "status" -> new ClientCommands(Layout.ofProcess()).status(rest);
            case "shell" -> new ClientCommands(Layout.ofProcess()).shell(rest);
            // Made by the script; what arrives here are arguments that it does not have.
            case "prepare" -> throw new LauncherException(ExitCode.USAGE, "prepare takes no argument");
            case "version", "--version" -> version();
            case "help", "--help", "-h" -> help();
            default ->
                throw new LauncherException(
                        ExitCode.USAGE,
                        "unknown command '" + args[0]
                                + "'. Commands are run, start, stop, status, shell, prepare, version; see --help.");
        };
    }

    private static int help() {
        System.out.println(Usage.TEXT);
        return ExitCode.OK;
    }

    private static int version() {
        String version = Main.class.getPackage().getImplementationVersion();
        System.out.println("foggara " + (version == null ? "(unpackaged)" : version));
        return ExitCode.OK;
    }
}
