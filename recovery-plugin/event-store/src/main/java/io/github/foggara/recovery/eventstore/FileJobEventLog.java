package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.recovery.eventstore.EventQueue.Entry;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A log that is open: the side of the thread that appends. What it appends goes through the queue to the writer. */
final class FileJobEventLog implements JobEventLog {
    private static final Logger LOG = LoggerFactory.getLogger(FileJobEventLog.class);
    private static final long CLOSE_SECONDS = 10;

    private final Opening opening;
    private final EventQueue queue;
    private final LogWriter writer;
    private final LogListener listener;
    private final String name;
    private long last;
    private volatile boolean closed;

    FileJobEventLog(String name, LogContent content, EventQueue queue, LogWriter writer, LogListener listener) {
        this.name = name;
        this.opening = new Opening(content.end(), content.last(), content.words());
        this.last = content.last();
        this.queue = queue;
        this.writer = writer;
        this.listener = listener;
    }

    @Override
    public Opening opening() {
        return opening;
    }

    @Override
    public long append(EventRecord event) {
        return add(event, false);
    }

    @Override
    public OptionalLong compact(EventRecord image) {
        return OptionalLong.of(add(image, true));
    }

    private long add(EventRecord event, boolean image) {
        if (closed) {
            throw new IllegalStateException("The " + name + " is closed");
        }
        last++;
        queue.add(new Entry(last, event, image));
        return last;
    }

    @Override
    public boolean full() {
        return queue.full();
    }

    @Override
    public void close() {
        closed = true;
        writer.end();
        if (!listener.awaitEnd(TimeUnit.SECONDS.toNanos(CLOSE_SECONDS))) {
            writer.abandon();
            LOG.warn("The {} did not take what was left within {} s: its last events are lost", name, CLOSE_SECONDS);
        }
        listener.silence();
    }
}
