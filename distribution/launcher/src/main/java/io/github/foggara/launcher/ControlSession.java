package io.github.foggara.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;

/** One call: reads one request, writes one reply. Runs on the caller's thread of {@link ControlServer}. */
final class ControlSession {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration STOP = Duration.ofSeconds(30);
    private final Container container;
    private final SocketChannel caller;
    private final Semaphore shells;

    /** @param shells places for shell commands, shared by all callers */
    ControlSession(Container container, SocketChannel caller, Semaphore shells) {
        this.shells = shells;
        this.container = container;
        this.caller = caller;
    }

    /** @param understood runs when the request has arrived whole */
    void answer(Runnable understood) throws IOException {
        InputStream in = Channels.newInputStream(caller);
        Optional<String> request = ControlProtocol.readLine(in);
        if (request.isEmpty()) {
            return;
        }
        understood.run();
        ReplyWriter reply = new ReplyWriter(Channels.newOutputStream(caller));
        String line = request.get();
        int space = line.indexOf(' ');
        String verb = space < 0 ? line : line.substring(0, space);
        String rest = space < 0 ? "" : line.substring(space + 1);
        int code;
        try {
            code = perform(verb, rest, reply);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            code = ExitCode.INTERRUPTED;
        } catch (RuntimeException e) {
            reply.err().println("the command failed: " + e);
            code = ExitCode.FAILED;
        }
        reply.end(code);
        if (verb.equals(ControlProtocol.STOP)) {
            caller.close();
            container.stop(STOP);
        }
    }

    private int perform(String verb, String rest, ReplyWriter reply) throws InterruptedException {
        return switch (verb) {
            case ControlProtocol.READY -> container.isStarted() ? process(reply.out()) : ExitCode.NOT_RUNNING;
            case ControlProtocol.STOP -> process(reply.out());
            case ControlProtocol.STATUS -> status(reply.out());
            case ControlProtocol.SHELL -> shell(rest, reply);
            default -> {
                reply.err().println("this container does not know the request '" + verb + "'");
                yield ExitCode.USAGE;
            }
        };
    }

    /** To know which container became ready, or to wait until the one that stops is gone. */
    private static int process(PrintStream out) {
        out.println(ProcessHandle.current().pid());
        return ExitCode.OK;
    }

    private int status(PrintStream out) throws InterruptedException {
        List<String> problems = container.problems();
        List<String> unreadable = container.unreadableFiles();
        boolean well = problems.isEmpty() && unreadable.isEmpty();
        String state = !container.isStarted() ? "STARTING" : well ? "RUNNING" : "DEGRADED";
        Duration uptime = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
        out.println("state    " + state);
        out.println("process  " + ProcessHandle.current().pid());
        out.println("uptime   " + uptime.toSeconds() + " s");
        out.println("bundles  " + container.bundleCount() + ", " + problems.size() + " not active");
        problems.forEach(problem -> out.println("  " + problem));
        if (!unreadable.isEmpty()) {
            out.println("conf     " + unreadable.size() + " not readable");
            unreadable.forEach(file -> out.println("  " + file));
        }
        Optional<BiFunction<String, PrintStream, Integer>> more =
                container.command(BiFunction.class, "status", Duration.ZERO);
        int code = more.isPresent() ? more.get().apply("", out) : ExitCode.OK;
        return well ? code : ExitCode.FAILED;
    }

    private int shell(String commandLine, ReplyWriter reply) throws InterruptedException {
        Optional<BiFunction<String, PrintStream[], Integer>> shell =
                container.command(BiFunction.class, "shell", PATIENCE);
        if (shell.isEmpty()) {
            reply.err().println("the bundles of this container offer no shell");
            return ExitCode.FAILED;
        }
        shells.acquire();
        try {
            return shell.get().apply(commandLine, new PrintStream[] {reply.out(), reply.err()});
        } finally {
            shells.release();
        }
    }
}
