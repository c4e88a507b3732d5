package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.event.JobEventStore.Replay;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** Finds out which files of a log count and how far, and reads them. Reading changes nothing on the disk. */
final class LogReader {
    private final LogFolder folder;

    LogReader(LogFolder folder) {
        this.folder = folder;
    }

    /**
     * Checks everything that counts, without giving an event to anybody.
     *
     * @param epoch that wants to read; only files of lower ones are looked at
     * @throws IOException if the disk fails, or a newer version wrote something
     */
    LogContent check(long epoch) throws IOException {
        List<LogFileName> files =
                folder.files().stream().filter(name -> name.epoch() < epoch).toList();
        return check(files, Long.MAX_VALUE);
    }

    private LogContent check(List<LogFileName> files, long reach) throws IOException {
        for (int i = files.size() - 1; i >= 0; i--) {
            LogFileName name = files.get(i);
            StartReading start = StartReading.of(folder, name);
            if (start.sound()) {
                // What a tombstone does not vouch for may still be there, and does not count.
                OptionalLong tombstone = Tombstone.find(folder, name.epoch());
                long counts = Math.min(reach, tombstone.orElse(Long.MAX_VALUE));
                return start.beyond(counts)
                        ? durablePrefix(check(files.subList(0, i), counts), givenUp(name, tombstone))
                        : walk(name, start, new LogCheck(folder, files, counts), tombstone);
            }
            if (!start.begunOnly(folder, name, i)) {
                return damagedStart(files.subList(0, i), start);
            }
        }
        return new LogContent(List.of(), End.EMPTY, "");
    }

    /** Of an image that was published and then could not be gone on from: the files it was to stand for still count. */
    private static String givenUp(LogFileName name, OptionalLong tombstone) {
        return tombstone.isPresent()
                ? unwritable(tombstone.getAsLong(), name)
                : name + ": it belongs to an image that was given up";
    }

    private static String unwritable(long last, LogFileName name) {
        return "it could not be written after event " + last + " in epoch " + name.epoch();
    }

    private LogContent walk(LogFileName newest, StartReading start, LogCheck check, OptionalLong tombstone)
            throws IOException {
        String damage = "";
        try {
            for (LogPart part : start.start().before()) {
                check.part(part);
            }
            check.newest(newest, start);
        } catch (DamageException e) {
            damage = e.getMessage();
        }
        if (damage.isEmpty()) {
            damage = earlierDamage(check, newest, start.start(), tombstone);
        }
        if (!damage.isEmpty()) {
            return prefix(check, damage);
        }
        if (check.parts().isEmpty()) {
            return new LogContent(List.of(), End.EMPTY, "");
        }
        if (check.torn().isEmpty()) {
            return new LogContent(check.parts(), End.WHOLE, "");
        }
        String words = "The last write to the event log of job " + folder.job()
                + " was cut by a crash; nothing that was relied on is missing (" + check.torn() + ")";
        return new LogContent(check.parts(), End.TORN_TAIL, words);
    }

    /** What was wrong when the newest epoch began, or went wrong in it, and has not been answered by an event. */
    private static String earlierDamage(LogCheck check, LogFileName newest, LogStart start, OptionalLong tombstone) {
        if (tombstone.isPresent()) {
            return unwritable(tombstone.getAsLong(), newest);
        }
        boolean answered = check.parts().stream().anyMatch(part -> part.name().epoch() == newest.epoch());
        if (start.found() == End.WHOLE || answered) {
            return "";
        }
        return "damage was found when epoch " + newest.epoch() + " opened it, and nothing was recorded since";
    }

    /** The newest file has records, but its start cannot be read. One half of it still tells what was before. */
    private LogContent damagedStart(List<LogFileName> before, StartReading start) throws IOException {
        LogCheck check = new LogCheck(folder, before, Long.MAX_VALUE);
        if (start.start() != null) {
            try {
                for (LogPart part : start.start().before()) {
                    check.part(part);
                }
            } catch (DamageException e) {
                return prefix(check, start.damage() + "; " + e.getMessage());
            }
        } else if (start.header() != null) {
            LogContent content = check(before, start.header().first() - 1);
            return durablePrefix(content, start.damage());
        }
        return prefix(check, start.damage());
    }

    /** What counts of a content of which something behind is missing. */
    private LogContent durablePrefix(LogContent content, String damage) throws IOException {
        LogCheck check =
                new LogCheck(folder, content.parts().stream().map(LogPart::name).toList(), Long.MAX_VALUE);
        try {
            for (LogPart part : content.parts()) {
                check.part(part);
            }
        } catch (DamageException e) {
            return prefix(check, damage + "; " + e.getMessage());
        }
        return prefix(check, damage);
    }

    private LogContent prefix(LogCheck check, String damage) {
        List<LogPart> parts = check.durable();
        String log = "The event log of job " + folder.job() + " in " + folder.path() + " is damaged: " + damage + ". ";
        if (parts.isEmpty()) {
            return new LogContent(parts, End.DAMAGED, log + "Nothing of it can be used");
        }
        LogContent content = new LogContent(parts, End.DAMAGED_PREFIX, "");
        return new LogContent(
                parts,
                End.DAMAGED_PREFIX,
                log + "It is used up to event " + content.last() + "; what followed is lost");
    }

    /** Gives every event of the content to the replay. */
    void replay(LogContent content, Replay replay) throws IOException {
        long next = 0;
        for (LogPart part : content.parts()) {
            StartReading start = StartReading.of(folder, part.name());
            if (!start.sound()) {
                throw new IOException(folder.file(part.name()) + " changed while it was read: " + start.damage());
            }
            if (next == 0) {
                next = start.header().first();
            }
            RecordReader record =
                    new RecordReader(folder.disk(), folder.file(part.name()), start.bytes(), part.bytes());
            while (next <= part.last() && record.advance()) {
                if (record.type() < LogFormat.OWN_TYPES && record.position() == next) {
                    boolean durable = record.flags() == LogFormat.FLAG_DURABLE;
                    replay.event(next, new EventRecord(record.type(), record.version(), durable, record.payload()));
                    next++;
                }
            }
            if (next <= part.last()) {
                throw new IOException(
                        folder.file(part.name()) + " changed while it was read: event " + next + " is no longer there");
            }
        }
    }
}
