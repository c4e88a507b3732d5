package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;

/** The event store on files, as {@code foggara.plugin=file}. Thread-safe. */
public final class FileJobEventStore implements JobEventStore {
    /** Its name as a plugin. */
    public static final String NAME = "file";

    private final LogDisk disk;
    private volatile Configuration defaults = Configuration.EMPTY;

    /** On the file systems of the directories it is given. */
    public FileJobEventStore() {
        this(new NioLogDisk());
    }

    /** On another disk, for simulations. */
    public FileJobEventStore(LogDisk disk) {
        this.disk = disk;
    }

    /**
     * Replaces the defaults for options that a job does not set, for logs opened from now on.
     *
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range; the old ones stay in force
     */
    public void defaults(Configuration newDefaults) {
        EventStoreOptions.of(newDefaults);
        defaults = newDefaults;
    }

    @Override
    public OptionSet options() {
        return EventStoreOptions.SET;
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        if (epoch < 1) {
            throw new IllegalArgumentException("An epoch is 1 or more, not " + epoch);
        }
        EventStoreOptions options = EventStoreOptions.of(context.configuration().withDefaults(defaults.values()));
        LogFolder folder = new LogFolders(disk, context.directory()).of(job);
        disk.createDirectories(folder.path());
        LogFileName name = new LogFileName(epoch, 0);
        refuseIfPassed(folder, epoch);
        // The file stands there before anything is read: from now on no older writer tells anything durable.
        LogFile file = create(folder, name);
        boolean opened = false;
        try {
            LogReader reader = new LogReader(folder);
            LogContent content = reader.check(epoch);
            content.force(folder);
            reader.replay(content, replay);
            Tombstone.reserve(folder, epoch);
            EngineRuntime runtime = context.runtime();
            file.start(content.parts(), content.end(), content.last() + 1, runtime.currentTimeMillis());
            FencedException.check(folder, name);
            Tombstone.clear(folder, epoch);
            JobEventLog log = begin(folder, options, context, content, file);
            opened = true;
            return log;
        } catch (FencedException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } finally {
            if (!opened) {
                file.close();
                withdraw(folder, name);
            }
        }
    }

    private static void refuseIfPassed(LogFolder folder, long epoch) throws IOException {
        for (LogFileName there : folder.files()) {
            if (there.epoch() >= epoch) {
                throw new IllegalStateException("The event log of job " + folder.job() + " cannot be opened with epoch "
                        + epoch + ": epoch " + there.epoch() + " was there already");
            }
        }
    }

    private static LogFile create(LogFolder folder, LogFileName name) throws IOException {
        try {
            return LogFile.create(folder, name);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalStateException(
                    "The event log of job " + folder.job() + " was opened with epoch " + name.epoch() + " already", e);
        }
    }

    /** The log was not opened. If this fails too, the file counts for nothing. */
    private void withdraw(LogFolder folder, LogFileName name) {
        try {
            disk.delete(folder.file(name));
            folder.sync();
        } catch (IOException ignored) {
            return;
        }
    }

    private static JobEventLog begin(
            LogFolder folder, EventStoreOptions options, EventLogContext context, LogContent content, LogFile file) {
        EngineRuntime runtime = context.runtime();
        Parker parker = runtime.newParker();
        EventQueue queue = new EventQueue(parker, options.bufferBytes());
        LogListener listener = new LogListener(context.listener(), runtime);
        LogWriter writer = new LogWriter(folder, runtime, options, queue, parker, listener, content, file);
        runtime.newThread("foggara-event-log-" + folder.job(), null, writer).start();
        return new FileJobEventLog("event log of job " + folder.job(), content, queue, writer, listener);
    }

    @Override
    public String setAside(JobId job, Path directory) throws IOException {
        return new LogFolders(disk, directory).setAside(job);
    }

    @Override
    public void delete(JobId job, Path directory) throws IOException {
        new LogFolders(disk, directory).delete(job);
    }

    @Override
    public List<JobId> jobs(Path directory) throws IOException {
        return new LogFolders(disk, directory).jobs();
    }

    @Override
    public List<String> putAside(Path directory) throws IOException {
        return new LogFolders(disk, directory).putAside();
    }
}
