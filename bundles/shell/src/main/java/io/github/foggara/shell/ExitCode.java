package io.github.foggara.shell;

/** How a command ends, for scripts. */
public final class ExitCode {
    public static final int OK = 0;
    /** The job failed or was canceled by somebody else, or the command could not do what it was asked. */
    public static final int FAILED = 1;
    /** The command line is wrong: unknown job, missing argument, bad option. Nothing was started. */
    public static final int USAGE = 2;
    /** Interrupted by Ctrl-C: 128 and the number of SIGINT. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
