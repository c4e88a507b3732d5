package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.recovery.eventstore.EventQueue.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** A file that is being written. Writer thread only, once it is started. */
final class LogFile {
    private static final byte[] NOTHING = new byte[0];
    /** What a single huge event needs is not kept. */
    private static final int KEPT_BYTES = 16 << 20;

    private final LogFolder folder;
    private final LogFileName name;
    private final CRC32C chain = new CRC32C();
    private ByteBuffer buffer = ByteBuffer.wrap(NOTHING);
    private long events;
    private long bytes;
    private long last;
    private long settledBytes;
    private long settledLast;
    private long first;

    private LogFile(LogFolder folder, LogFileName name) {
        this.folder = folder;
        this.name = name;
    }

    /**
     * Makes the file, empty. From now on writers of lower epochs are fenced.
     *
     * @throws java.nio.file.FileAlreadyExistsException if somebody has it
     */
    static LogFile create(LogFolder folder, LogFileName name) throws IOException {
        folder.disk().create(folder.file(name));
        return new LogFile(folder, name);
    }

    /** Writes how it begins. Durably, its name included. */
    void start(List<LogPart> before, End found, long firstEvent, long nowMillis) throws IOException {
        ByteBuffer start = new LogStart(before, found).encode(new LogHeader(folder.job(), name, firstEvent, nowMillis));
        bytes = start.remaining();
        first = firstEvent;
        last = firstEvent - 1;
        folder.disk().append(folder.file(name), start);
        force();
        folder.sync();
        settle();
    }

    /** Appends the events, which follow on those before. */
    void append(Collection<Entry> entries, long size) throws IOException {
        reserve(size);
        long end = last;
        for (Entry entry : entries) {
            EventRecord event = entry.event();
            int crc = LogFormat.put(
                    buffer, entry.position(), event.type(), event.version(), event.durable(), event.payload());
            FileCheck.add(chain, crc);
            end = entry.position();
        }
        events += entries.size();
        last = end;
        bytes += size;
        folder.disk().append(folder.file(name), buffer.flip());
        if (buffer.capacity() > KEPT_BYTES) {
            buffer = ByteBuffer.wrap(NOTHING);
        }
    }

    private void reserve(long size) {
        if (buffer.capacity() < size) {
            buffer = ByteBuffer.allocate(Math.toIntExact(Math.max(size, Math.min(2L * buffer.capacity(), 1 << 20))));
        }
        buffer.clear();
    }

    /** Makes what was appended durable. It counts after {@link #settle}. */
    void force() throws IOException {
        folder.disk().force(folder.file(name));
    }

    /** What was forced counts from now on. */
    void settle() {
        settledBytes = bytes;
        settledLast = last;
    }

    /** Says that the log was closed with what is there. */
    void seal() throws IOException {
        byte[] count = ByteBuffer.allocate(Long.BYTES).putLong(events).array();
        byte[] sum = ByteBuffer.allocate(Long.BYTES).putLong(chain.getValue()).array();
        byte[] payload = TaggedFields.encode(Map.of(FileCheck.TAG_EVENTS, count, FileCheck.TAG_CHAIN, sum));
        reserve(LogFormat.MIN_RECORD_BYTES + payload.length);
        LogFormat.put(buffer, last, LogFormat.SEAL, FileCheck.SEAL_VERSION, true, payload);
        folder.disk().append(folder.file(name), buffer.flip());
        force();
    }

    LogFileName name() {
        return name;
    }

    /** Whether an event in it counts. */
    boolean holdsEvents() {
        return settledLast >= first && settledBytes > 0;
    }

    /** What of it counts. */
    LogPart part() {
        return new LogPart(name, settledBytes, settledLast);
    }

    void close() {
        folder.disk().close(folder.file(name));
    }
}
