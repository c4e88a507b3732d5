package io.github.foggara.testkit.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * One epoch of a log in a simulation, and what was heard of it. It checks as it hears: positions dense and growing, nothing
 * told inside {@link #append} or after {@link #close}. Any simulated thread.
 */
public final class LogLife implements JobEventStore.Replay, JobEventLog.Listener {
    private final SimulatedRuntime runtime;
    private final List<EventRecord> replayed = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private JobEventLog log;
    private long before;
    private volatile Thread appending;
    private long durable;
    private long degraded = -1;
    private int drained;
    private String fenced = "";
    private boolean closed;

    private LogLife(SimulatedRuntime runtime) {
        this.runtime = runtime;
    }

    /** Opens a log. */
    public static LogLife open(
            SimulatedRuntime runtime,
            JobEventStore store,
            JobId job,
            long epoch,
            Path directory,
            Configuration configuration)
            throws IOException {
        return open(runtime, runtime, store, job, epoch, directory, configuration);
    }

    /**
     * Opens a log in a process that may be killed.
     *
     * @param process part of the runtime
     */
    public static LogLife open(
            SimulatedRuntime runtime,
            EngineRuntime process,
            JobEventStore store,
            JobId job,
            long epoch,
            Path directory,
            Configuration configuration)
            throws IOException {
        LogLife life = new LogLife(runtime);
        life.log = store.open(job, epoch, new EventLogContext(directory, configuration, process, life), life);
        life.durable = life.before + life.replayed.size();
        assertThat(life.log.opening().last()).as("last event of the opening").isEqualTo(life.durable);
        return life;
    }

    /** An event that differs from others by all it has. */
    public static EventRecord event(int number, boolean durable) {
        byte[] payload = ("event " + number + " ".repeat(number % 7)).getBytes(StandardCharsets.UTF_8);
        return new EventRecord(1 + number % 5, 1 + number % 3, durable, payload);
    }

    /** Appends, and checks the position. */
    public void append(EventRecord event, long expected) {
        appending = Thread.currentThread();
        long position = log.append(event);
        appending = null;
        if (position != expected) {
            wrong("appended at " + position + " instead of " + expected);
        }
    }

    /** Appends {@link #event} {@code from} to {@code to}, each at its number. */
    public void appendAll(int from, int to, boolean durable) {
        for (int i = from; i <= to; i++) {
            append(event(i, durable), i);
        }
    }

    /**
     * Compacts the log to the image, and checks the position.
     *
     * @return false if the store cannot
     */
    public boolean compact(EventRecord image, long expected) {
        appending = Thread.currentThread();
        OptionalLong position = log.compact(image);
        appending = null;
        if (position.isPresent() && position.getAsLong() != expected) {
            wrong("compacted at " + position.getAsLong() + " instead of " + expected);
        }
        return position.isPresent();
    }

    private synchronized void wrong(String what) {
        wrong.add(what);
    }

    /** Waits in virtual time until the position is told durable. */
    public void awaitDurable(long position) {
        runtime.await("position " + position + " to be durable", () -> durable() >= position);
    }

    public void awaitFenced() {
        runtime.await("the writer to be fenced", () -> !fenced().isEmpty());
    }

    public void awaitDegraded() {
        runtime.await("the writer to give up", () -> degraded() >= 0);
    }

    /** Closes the log; nothing may be told from here on. */
    public void close() {
        log.close();
        synchronized (this) {
            closed = true;
        }
    }

    /** Fails if something was told that must not be. */
    public synchronized void check() {
        assertThat(wrong).as("what was told wrongly").isEmpty();
    }

    public JobEventLog log() {
        return log;
    }

    public synchronized List<EventRecord> replayed() {
        return List.copyOf(replayed);
    }

    /** Position of the first event that was replayed, less one. */
    public synchronized long before() {
        return before;
    }

    public synchronized long durable() {
        return durable;
    }

    /** Position told with it, -1 if it was not. */
    public synchronized long degraded() {
        return degraded;
    }

    public synchronized int drainedCount() {
        return drained;
    }

    /** Its words, empty if it was not. */
    public synchronized String fenced() {
        return fenced;
    }

    @Override
    public synchronized void event(long position, EventRecord event) {
        if (replayed.isEmpty()) {
            before = position - 1;
        }
        replayed.add(event);
        if (position != before + replayed.size()) {
            wrong.add("replayed position " + position + " as number " + replayed.size() + " after " + before);
        }
    }

    @Override
    public synchronized void durable(long position) {
        told("durable " + position);
        if (position <= durable) {
            wrong.add("durable " + position + " after " + durable);
        }
        durable = position;
    }

    @Override
    public synchronized void drained() {
        told("drained");
        drained++;
    }

    @Override
    public synchronized void degraded(long position, String words) {
        told("degraded " + position);
        degraded = position;
    }

    @Override
    public synchronized void fenced(String words) {
        told("fenced");
        fenced = words;
    }

    private void told(String what) {
        if (closed) {
            wrong.add(what + " after closing");
        }
        if (appending == Thread.currentThread()) {
            wrong.add(what + " inside append");
        }
    }
}
