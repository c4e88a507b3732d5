package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventLog.End;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The first record of a file: which files before it count, and how the log was found when its epoch began.
 *
 * @param before in the order of reading; those without an event are left out
 * @param found {@link End#DAMAGED} or {@link End#DAMAGED_PREFIX}, or {@link End#WHOLE} for everything else
 * @param image whether the file holds an image of all events before it, so that no file before it counts
 */
record LogStart(List<LogPart> before, End found, boolean image) {
    private static final int TAG_FOUND = 1;
    private static final int TAG_BEFORE = 2;
    private static final int VERSION = 1;
    /** Of the start of a file with an image: who does not know images must not take what is missing for damage. */
    private static final int IMAGE_VERSION = 2;
    /** Of what stands in the record beside the parts. */
    private static final int FIXED_BYTES = LogFormat.MIN_RECORD_BYTES + 3 + 6;

    LogStart {
        before = List.copyOf(before);
    }

    LogStart(List<LogPart> before, End found) {
        this(before, found, false);
    }

    /** The most that the start of a file takes which names so many others. */
    static long maxBytes(int parts) {
        return LogFormat.HEADER_BYTES + FIXED_BYTES + (long) parts * LogPart.ENCODED_BYTES;
    }

    /** Header and record. */
    ByteBuffer encode(LogHeader header) {
        ByteBuffer buffer = ByteBuffer.allocate((int) maxBytes(before.size()));
        header.put(buffer);
        ByteBuffer parts = ByteBuffer.allocate(before.size() * LogPart.ENCODED_BYTES);
        before.forEach(part -> part.put(parts));
        byte code = (byte)
                switch (found) {
                    case DAMAGED_PREFIX -> 1;
                    case DAMAGED -> 2;
                    default -> 0;
                };
        byte[] payload = TaggedFields.encode(Map.of(TAG_FOUND, new byte[] {code}, TAG_BEFORE, parts.array()));
        LogFormat.put(
                buffer, header.first() - 1, LogFormat.EPOCH_STARTED, image ? IMAGE_VERSION : VERSION, true, payload);
        return buffer.flip();
    }

    /**
     * Reads the record the reader stands at.
     *
     * @throws IOException if a newer version wrote it
     */
    static LogStart read(LogFileName file, RecordReader from) throws DamageException, IOException {
        if (from.version() != VERSION && from.version() != IMAGE_VERSION) {
            throw LogHeader.newer(file, "start " + from.version());
        }
        Map<Integer, byte[]> fields = TaggedFields.decode(file, from.payload());
        byte[] code = fields.getOrDefault(TAG_FOUND, new byte[1]);
        ByteBuffer parts = ByteBuffer.wrap(fields.getOrDefault(TAG_BEFORE, new byte[0]));
        if (code.length != 1 || parts.remaining() % LogPart.ENCODED_BYTES != 0) {
            throw new DamageException(file, "its start has fields of a wrong size");
        }
        List<LogPart> before = new ArrayList<>();
        while (parts.hasRemaining()) {
            before.add(LogPart.read(parts));
        }
        End found = switch (code[0]) {
            case 0 -> End.WHOLE;
            case 1 -> End.DAMAGED_PREFIX;
            case 2 -> End.DAMAGED;
            default -> throw LogHeader.newer(file, "end " + code[0]);
        };
        boolean image = from.version() == IMAGE_VERSION;
        if (image && !before.isEmpty()) {
            throw new DamageException(file, "it holds an image, and files before it count");
        }
        return new LogStart(before, found, image);
    }
}
