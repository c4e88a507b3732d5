package io.github.foggara.shell;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells how far a job is: on a terminal one line that is rewritten, elsewhere a line now and then. One thread.
 */
final class ProgressLine {
    private static final String ERASE = "\r\u001b[K";
    private static final long PLAIN_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private boolean drawn;
    private boolean printed;
    private long lastNanos;
    private long lastRecords;
    /** Records per second between the last two looks; negative until there were two at which the job ran. */
    private long rate = -1;

    private boolean running;
    private String lastState = "";

    ProgressLine(PrintStream out, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.lastNanos = nanoTime.getAsLong();
    }

    void show(JobInfo job) {
        String state = text(job.state(), job);
        boolean changed = !state.equals(lastState);
        lastState = state;
        boolean due = measure(job);
        if (terminal) {
            if (job.state() == JobStatus.SUSPENDED && changed) {
                clear();
                out.println(text(job));
            }
            out.print(ERASE + text(job));
            out.flush();
            drawn = true;
        } else if (due || changed && job.state() == JobStatus.SUSPENDED) {
            out.println(text(job));
        }
    }

    /** Takes the rewritten line away, so that other output can follow. */
    void clear() {
        if (drawn) {
            out.print(ERASE);
            out.flush();
            drawn = false;
        }
    }

    /** Returns whether a plain line is due: at the first sight, and then once a second. */
    private boolean measure(JobInfo job) {
        long now = nanoTime.getAsLong();
        long passed = now - lastNanos;
        if (printed && passed < PLAIN_INTERVAL_NANOS) {
            return false;
        }
        long records = recordsRead(job);
        if (passed > 0 && running) {
            rate = Math.max(0, (long) ((records - lastRecords) * 1e9 / passed));
        }
        lastRecords = records;
        lastNanos = now;
        printed = true;
        running = job.state() == JobStatus.RUNNING;
        return job.state() == JobStatus.RUNNING;
    }

    private String text(JobInfo job) {
        if (job.state() != JobStatus.RUNNING) {
            return job.name() + ": " + job.state()
                    + job.cause().map(c -> ", " + c).orElse("");
        }
        StringBuilder text = new StringBuilder(job.name()).append(": ");
        text.append(Units.share(job.workDone(), job.workTotal())).append(" read, ");
        text.append(rate < 0 ? "?" : Units.count(rate)).append(" records/s, ");
        text.append(Units.duration(job.durationMillis())).append(" elapsed");
        // Nothing is read while operators do what they do at the end of their input, such as a sort: how much that is
        // is not known.
        if (rate != 0 && job.workDone() > 0 && job.workTotal() > 0) {
            double left = job.durationMillis() * (job.workTotal() - (double) job.workDone()) / job.workDone();
            text.append(", about ").append(Units.duration((long) left)).append(" left");
        }
        return text.toString();
    }

    /** What a suspended job waits for is news; why a job fails is told when it has failed. */
    private static String text(JobStatus state, JobInfo job) {
        String cause = job.cause().flatMap(c -> c.lines().findFirst()).orElse("");
        return state == JobStatus.SUSPENDED && !cause.isEmpty() ? state + ", " + cause : state.toString();
    }

    private static long recordsRead(JobInfo job) {
        return job.vertices().stream()
                .filter(VertexInfo::source)
                .mapToLong(VertexInfo::recordsIn)
                .sum();
    }
}
