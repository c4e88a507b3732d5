package io.github.foggara.launcher;

import java.util.Arrays;

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
        System.out.flush();
        System.exit(code);
    }

    private static int execute(String[] args) throws LauncherException {
        if (args.length == 0) {
            System.err.println(Usage.TEXT);
            return ExitCode.USAGE;
        }
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        return switch (args[0]) {
            case "run" -> new RunCommand(Layout.ofProcess()).execute(rest);
            case "start" -> new StartCommand(Layout.ofProcess()).execute(rest);
            case "stop" -> new ClientCommands(Layout.ofProcess()).stop(rest);
            case "status" -> new ClientCommands(Layout.ofProcess()).status(rest);
            case "shell" -> new ClientCommands(Layout.ofProcess()).shell(rest);
            case "version", "--version" -> version();
            case "help", "--help", "-h" -> help();
            default ->
                throw new LauncherException(
                        ExitCode.USAGE,
                        "unknown command '" + args[0]
                                + "'. Commands are run, start, stop, status, shell, version; see --help.");
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
