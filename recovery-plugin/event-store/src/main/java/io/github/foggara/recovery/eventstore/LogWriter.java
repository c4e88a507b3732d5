package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.recovery.eventstore.EventQueue.Entry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes a log. Group commit: whatever is queued is written together, when a durable event is among it,
 * when it is enough, or when the oldest has waited for the flush interval.
 *
 * <p>Events stay in {@code unforced} until they are durable, because after a failure they are written again, to a new file.
 */
final class LogWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
    /** Before the first, second and third attempt with a new file. */
    private static final long[] BACK_OFF_MILLIS = {200, 1_000, 5_000};

    private static final long TOMBSTONE_RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Without a durable event among them, so many wait for the interval; then they are forced to make room. */
    private static final int FORCE_EVENTS = EventQueue.MAX_EVENTS / 4;

    private static final long FORCE_BYTES = EventQueue.MAX_BYTES / 4;

    private final LogFolder folder;
    private final EngineRuntime runtime;
    private final EventStoreOptions options;
    private final EventQueue queue;
    private final Parker parker;
    private final LogListener listener;
    /** Files that are not written any more. */
    private final List<LogPart> before;

    private final End found;
    private final Deque<Entry> unforced = new ArrayDeque<>();
    private final List<Entry> group = new ArrayList<>();
    private LogFile file;
    /** Highest sequence number of a file of this epoch, whether it came to be or not. */
    private int sequence;

    /** The next thing to be written, apart from the events around it. */
    private Entry image;

    private long groupBytes;
    private long unforcedBytes;
    private boolean durableWaits;
    private long due;
    private long forced;
    private boolean broken;
    private boolean buried;
    private boolean done;
    private volatile boolean closing;
    private volatile boolean abandoned;

    LogWriter(
            LogFolder folder,
            EngineRuntime runtime,
            EventStoreOptions options,
            EventQueue queue,
            Parker parker,
            LogListener listener,
            LogContent content,
            LogFile file) {
        this.folder = folder;
        this.runtime = runtime;
        this.options = options;
        this.queue = queue;
        this.parker = parker;
        this.listener = listener;
        this.before = new ArrayList<>(content.parts());
        this.found = content.end();
        this.forced = content.last();
        this.file = file;
        this.sequence = file.name().sequence();
    }

    /** Any thread: writes what is queued and ends. */
    void end() {
        closing = true;
        parker.unpark();
    }

    /** Any thread: ends as soon as the disk lets it go, without writing more. */
    void abandon() {
        abandoned = true;
        parker.unpark();
    }

    @Override
    public void run() {
        try {
            while (!done && !abandoned) {
                turn();
                runtime.yieldPoint();
            }
        } catch (FencedException e) {
            fence(e);
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            LOG.error("The writer of the event log of job {} ends by an error", folder.job(), e);
            degrade(e);
        } finally {
            file.close();
            listener.ended();
        }
    }

    private void turn() throws FencedException {
        // Read first: what was appended before closing is then seen in the queue.
        boolean last = closing;
        if (broken) {
            buryOrWait(last);
            return;
        }
        take();
        if (image != null) {
            compact();
            return;
        }
        long now = runtime.nanoTime();
        boolean force = durableWaits || last || !unforced.isEmpty() && now - due >= 0 || muchIsUnforced();
        if (!unforced.isEmpty() && (force || groupBytes >= options.bufferBytes())) {
            commit(force);
        } else if (last) {
            seal();
        } else {
            rest(now);
        }
    }

    private boolean muchIsUnforced() {
        return unforced.size() >= FORCE_EVENTS || unforcedBytes >= FORCE_BYTES;
    }

    private void take() {
        Entry entry;
        while (image == null && groupBytes < options.bufferBytes() && (entry = queue.poll()) != null) {
            if (entry.image()) {
                image = entry;
            } else {
                take(entry);
            }
        }
    }

    private void take(Entry entry) {
        if (unforced.isEmpty()) {
            due = runtime.nanoTime() + options.flushNanos();
        }
        unforced.add(entry);
        group.add(entry);
        groupBytes += entry.bytes();
        unforcedBytes += entry.bytes();
        durableWaits |= entry.event().durable();
    }

    /**
     * Puts the image in place of all files so far, and of what is not durable yet. If it cannot be written it becomes an event like others.
     */
    private void compact() throws FencedException {
        Entry taken = image;
        image = null;
        take(taken);
        LogFileName name = new LogFileName(file.name().epoch(), ++sequence);
        ImageFile made = new ImageFile(folder, name);
        LogPart part;
        try {
            part = made.write(taken, found, runtime.currentTimeMillis(), file.name());
        } catch (IOException e) {
            LOG.warn("The event log of job {} goes on without being compacted", folder.job(), e);
            return;
        }
        try {
            made.publish();
            FencedException.check(folder, file.name());
            // The last step that may fail: until then the files before count, and the image may still be written behind
            // them.
            replaceFile(List.of(part), taken.position() + 1);
        } catch (IOException e) {
            again(e);
            return;
        }
        group.clear();
        groupBytes = 0;
        settled();
        clear(name);
    }

    private void clear(LogFileName name) {
        try {
            ImageFile.clear(folder, name);
        } catch (IOException e) {
            LOG.warn("Files of the event log of job {} that are not needed any more stay", folder.job(), e);
        }
    }

    private void rest(long now) {
        if (!unforced.isEmpty()) {
            parker.parkNanos(due - now);
            return;
        }
        queue.writerIdle(true);
        if (queue.isEmpty() && !closing && !abandoned) {
            parker.park();
        }
        queue.writerIdle(false);
    }

    private void commit(boolean force) throws FencedException {
        try {
            if (!group.isEmpty()) {
                write(group, groupBytes);
            }
            if (force) {
                force();
            }
        } catch (IOException e) {
            again(e);
        }
    }

    private void write(Collection<Entry> entries, long bytes) throws IOException {
        file.append(entries, bytes);
        group.clear();
        groupBytes = 0;
    }

    /** Makes durable what was written, and tells so if nobody has fenced this writer before. */
    private void force() throws IOException, FencedException {
        file.force();
        FencedException.check(folder, file.name());
        file.settle();
        settled();
    }

    private void settled() {
        forced = unforced.getLast().position();
        boolean room = queue.release(unforced.size(), unforcedBytes);
        unforced.clear();
        unforcedBytes = 0;
        durableWaits = false;
        listener.durable(forced);
        if (room) {
            listener.drained();
        }
    }

    /** After a failure: everything that is not durable goes to a new file. */
    private void again(IOException failure) throws FencedException {
        IOException cause = failure;
        for (int i = 0; i < BACK_OFF_MILLIS.length && !abandoned; i++) {
            LOG.warn(
                    "The event log {} of job {} cannot be written, attempt {} of {} follows in {} ms",
                    folder.file(file.name()),
                    folder.job(),
                    i + 1,
                    BACK_OFF_MILLIS.length,
                    BACK_OFF_MILLIS[i],
                    cause);
            pause(TimeUnit.MILLISECONDS.toNanos(BACK_OFF_MILLIS[i]));
            try {
                // If its folder is gone, that is why it could not be written.
                FencedException.check(folder, file.name());
                replaceFile(parts(), forced + 1);
                write(unforced, unforcedBytes);
                force();
                return;
            } catch (IOException e) {
                cause = e;
            }
        }
        degrade(cause);
    }

    /** For that time, or until it is to end. */
    private void pause(long nanos) {
        long until = runtime.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && !closing && !abandoned) {
            parker.parkNanos(left);
            left = until - runtime.nanoTime();
        }
    }

    /** All files so far that count. */
    private List<LogPart> parts() {
        List<LogPart> parts = new ArrayList<>(before);
        if (file.holdsEvents()) {
            parts.add(file.part());
        }
        return parts;
    }

    /** Goes on in a new file, behind these. */
    private void replaceFile(List<LogPart> parts, long firstEvent) throws IOException {
        file.close();
        LogFile next = LogFile.create(folder, new LogFileName(file.name().epoch(), ++sequence));
        try {
            next.start(parts, found, firstEvent, runtime.currentTimeMillis());
            before.clear();
            before.addAll(parts);
            file = next;
        } catch (IOException e) {
            next.close();
            throw e;
        }
    }

    private void degrade(Throwable cause) {
        if (broken || abandoned) {
            return;
        }
        broken = true;
        unforced.clear();
        group.clear();
        buried = bury();
        String words = "The event log of job " + folder.job() + " in " + folder.path() + " cannot be written: " + cause
                + ". Nothing after event " + forced + " is recorded; a recovery would go back to there."
                + " Make room or repair the disk, then restart the job";
        LOG.error(words);
        boolean room = queue.discard();
        listener.degraded(forced, words);
        if (room) {
            listener.drained();
        }
    }

    private boolean bury() {
        try {
            Tombstone.set(folder, file.name().epoch(), forced);
            return true;
        } catch (IOException e) {
            LOG.warn("That the event log in {} is incomplete cannot be noted there yet", folder.path(), e);
            return false;
        }
    }

    private void buryOrWait(boolean last) {
        if (last) {
            done = true;
        } else if (buried) {
            parker.park();
        } else {
            pause(TOMBSTONE_RETRY_NANOS);
        }
        if (!buried) {
            buried = bury();
        }
    }

    private void fence(FencedException e) {
        LOG.warn(e.getMessage());
        queue.discard();
        listener.fenced(e.getMessage());
    }

    private void seal() {
        done = true;
        try {
            file.seal();
        } catch (IOException e) {
            // Everything that was appended is durable already.
            LOG.warn("The event log {} could not be sealed", folder.file(file.name()), e);
        }
    }
}
