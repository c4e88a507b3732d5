package io.github.foggara.testkit.event;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.event.JobEventLog.Opening;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.OptionSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The reference of {@code JobEventStore}: logs are lists that live as long as this object. What a writer has taken from its queue
 * survives the JobMaster, what is still queued does not. Thread-safe.
 */
public class InMemoryJobEventStore implements JobEventStore {
    /** Which log; a store serves several directories. */
    private record Key(Path directory, JobId job) {}

    /** Guarded by the store. */
    static final class Log {
        final List<EventRecord> events = new ArrayList<>();
        /** So many before them were forgotten. */
        long forgotten;

        long epoch;
    }

    /**
     * What a writer takes from its queue.
     *
     * @param image whether those before it are forgotten
     */
    record Queued(EventRecord event, boolean image) {}

    private final Map<Key, Log> logs = new HashMap<>();
    private final List<Key> aside = new ArrayList<>();

    @Override
    public OptionSet options() {
        return new OptionSet("event store in memory", List.of());
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        Key key = new Key(context.directory(), job);
        List<EventRecord> found;
        long forgotten;
        Log log;
        synchronized (this) {
            log = logs.computeIfAbsent(key, k -> new Log());
            if (epoch <= log.epoch) {
                throw new IllegalStateException("The log of job " + job + " cannot be opened with epoch " + epoch
                        + ": epoch " + log.epoch + " was there already");
            }
            log.epoch = epoch;
            found = List.copyOf(log.events);
            forgotten = log.forgotten;
        }
        for (int i = 0; i < found.size(); i++) {
            replay.event(forgotten + i + 1, found.get(i));
        }
        Opening opening = new Opening(found.isEmpty() ? End.EMPTY : End.WHOLE, forgotten + found.size(), "");
        InMemoryJobEventLog opened = new InMemoryJobEventLog(this, log, epoch, opening, context);
        opened.start("event-log-" + job);
        return opened;
    }

    /**
     * Takes what a writer has.
     *
     * @return false if the writer is fenced
     */
    synchronized boolean write(Log log, long epoch, List<Queued> events) {
        if (log.epoch != epoch) {
            return false;
        }
        for (Queued queued : events) {
            if (queued.image()) {
                log.forgotten += log.events.size();
                log.events.clear();
            }
            log.events.add(queued.event());
        }
        return true;
    }

    /** What is written of a job, in whatever directory: for tests to look at. */
    public synchronized List<EventRecord> events(JobId job) {
        return logs.entrySet().stream()
                .filter(entry -> entry.getKey().job().equals(job))
                .flatMap(entry -> entry.getValue().events.stream())
                .toList();
    }

    @Override
    public synchronized String setAside(JobId job, Path directory) {
        Key key = new Key(directory, job);
        Log log = logs.remove(key);
        if (log == null) {
            return "There is no log of job " + job;
        }
        log.epoch = Long.MAX_VALUE;
        aside.add(key);
        return "The log of job " + job + " is kept in memory";
    }

    @Override
    public synchronized void delete(JobId job, Path directory) {
        Key key = new Key(directory, job);
        Log log = logs.remove(key);
        if (log != null) {
            log.epoch = Long.MAX_VALUE;
        }
    }

    @Override
    public synchronized List<JobId> jobs(Path directory) {
        Set<JobId> jobs = new LinkedHashSet<>();
        logs.keySet().stream().filter(key -> key.directory().equals(directory)).forEach(key -> jobs.add(key.job()));
        return List.copyOf(jobs);
    }

    @Override
    public synchronized List<String> putAside(Path directory) {
        return aside.stream()
                .filter(key -> key.directory().equals(directory))
                .map(key -> "the memory that keeps a log of job " + key.job())
                .toList();
    }
}
