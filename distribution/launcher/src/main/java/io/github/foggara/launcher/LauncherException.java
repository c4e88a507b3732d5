package io.github.foggara.launcher;

/** Ends the command with a message for the user and an exit code; no stack trace is shown. */
final class LauncherException extends Exception {
    private static final long serialVersionUID = 1;
    private final int exitCode;

    LauncherException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    LauncherException(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
