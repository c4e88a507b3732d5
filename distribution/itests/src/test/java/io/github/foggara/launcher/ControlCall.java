package io.github.foggara.launcher;

import java.io.PrintStream;
import java.nio.file.Path;

/** What {@code foggara status}, {@code shell} and {@code stop} ask of a container, without a process for it. */
public final class ControlCall {
    private ControlCall() {}

    /**
     * Blocks until the answer is there.
     *
     * @param data directory of the container
     * @param request a verb of {@link ControlProtocol} and the rest
     * @return the exit code that the command would have
     */
    public static int call(Path data, String request, PrintStream out, PrintStream err) {
        try {
            return ControlClient.call(data.resolve("control.sock"), request, out, err);
        } catch (LauncherException e) {
            err.println("foggara: " + e.getMessage());
            return e.exitCode();
        }
    }
}
