package io.github.foggara.launcher;

/** What the process answers to the shell that called it. */
final class ExitCode {
    static final int OK = 0;
    /** Something went wrong; a message on standard error says what. */
    static final int FAILED = 1;
    /** The command line was not understood. */
    static final int USAGE = 2;
    /** There is no container to talk to. */
    static final int NOT_RUNNING = 3;
    /** A container holds the data directory already. */
    static final int ALREADY_RUNNING = 4;
    /** The user pressed Ctrl-C. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
