package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.recovery.eventstore.EventQueue.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of a log that holds an image and nothing else, in place of all files before it. It is made whole under another name, which no reader
 * looks at, and gets its own when all of it is on disk: a log never begins with half an image. Writer thread only.
 */
final class ImageFile {
    private static final String UNFINISHED = ".new";

    private final LogFolder folder;
    private final LogFileName name;

    ImageFile(LogFolder folder, LogFileName name) {
        this.folder = folder;
        this.name = name;
    }

    /**
     * Writes it under its other name, durably. After a failure nothing of it is left, as far as the disk lets it go.
     *
     * @param current file of the log
     * @return what of it counts once it has its name
     * @throws FencedException if this log ended meanwhile: one that began afresh in its place must not begin with the image
     */
    LogPart write(Entry image, End found, long nowMillis, LogFileName current) throws IOException, FencedException {
        try {
            LogPart part = tryWrite(image, found, nowMillis);
            FencedException.check(folder, current);
            return part;
        } catch (IOException | FencedException e) {
            discard(e);
            throw e;
        }
    }

    private LogPart tryWrite(Entry image, End found, long nowMillis) throws IOException {
        ByteBuffer start = new LogStart(List.of(), found, true)
                .encode(new LogHeader(folder.job(), name, image.position(), nowMillis));
        ByteBuffer record = ByteBuffer.allocate(image.bytes());
        EventRecord event = image.event();
        LogFormat.put(record, image.position(), event.type(), event.version(), event.durable(), event.payload());
        long bytes = start.remaining() + (long) image.bytes();
        LogDisk disk = folder.disk();
        disk.create(unfinished());
        try {
            disk.append(unfinished(), start);
            disk.append(unfinished(), record.flip());
            disk.force(unfinished());
        } finally {
            disk.close(unfinished());
        }
        return new LogPart(name, bytes, image.position());
    }

    private void discard(Exception because) {
        try {
            folder.disk().delete(unfinished());
        } catch (IOException e) {
            because.addSuppressed(e);
        }
    }

    private Path unfinished() {
        return folder.path().resolve(name + UNFINISHED);
    }

    /** Gives it its name, durably: from now on the log begins with it. After a failure it may do so or not. */
    void publish() throws IOException {
        folder.disk().rename(unfinished(), folder.file(name));
        folder.sync();
    }

    /** Deletes what does not count any more since an image has this name, and what was left unfinished before it. */
    static void clear(LogFolder folder, LogFileName image) throws IOException {
        for (LogFileName before : folder.files()) {
            if (before.compareTo(image) < 0) {
                folder.disk().delete(folder.file(before));
            }
        }
        for (String left : folder.disk().list(folder.path())) {
            if (isUnfinishedBefore(left, image)) {
                folder.disk().delete(folder.path().resolve(left));
            }
        }
    }

    /** One behind it is being made by another writer. */
    private static boolean isUnfinishedBefore(String name, LogFileName image) {
        return name.endsWith(UNFINISHED)
                && LogFileName.parse(name.substring(0, name.length() - UNFINISHED.length()))
                        .filter(file -> file.compareTo(image) < 0)
                        .isPresent();
    }
}
