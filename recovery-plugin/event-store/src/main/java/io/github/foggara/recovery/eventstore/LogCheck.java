package io.github.foggara.recovery.eventstore;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Walks over the files of a log in order and says how far they are sound, and where the last durable event before is. */
final class LogCheck {
    private final LogFolder folder;
    private final List<LogFileName> files;
    private final long reach;
    private final List<LogPart> parts = new ArrayList<>();
    private long last;
    private String torn = "";
    /** Of the last durable event: the parts before its own, its file, where it ends, its position. */
    private int durableParts;

    private LogFileName durableFile;
    private long durableEnd;
    private long durableLast;

    /**
     * @param files that are there
     * @param reach events with a higher position do not count
     */
    LogCheck(LogFolder folder, List<LogFileName> files, long reach) {
        this.folder = folder;
        this.files = files;
        this.reach = reach;
    }

    /** A file of which is known how much counts. */
    void part(LogPart part) throws DamageException, IOException {
        if (!files.contains(part.name())) {
            throw new DamageException(part.name(), "the file is missing");
        }
        StartReading start = StartReading.of(folder, part.name());
        if (start.size() < part.bytes()) {
            throw new DamageException(
                    part.name(), "it has " + start.size() + " bytes where " + part.bytes() + " were written");
        }
        scan(part.name(), start, part.bytes(), false);
        if (last != part.last() && last < reach) {
            throw new DamageException(part.name(), "it ends with event " + last + " instead of " + part.last());
        }
    }

    /** The newest file, whose end is found out. */
    void newest(LogFileName name, StartReading start) throws DamageException, IOException {
        scan(name, start, start.size(), true);
    }

    private void scan(LogFileName name, StartReading start, long limit, boolean newest)
            throws DamageException, IOException {
        if (!start.sound()) {
            throw new DamageException(start.damage());
        }
        long first = start.header().first();
        boolean image = start.start().image() && parts.isEmpty() && last == 0 && first > 0;
        if (image) {
            last = first - 1;
        }
        if (first != last + 1) {
            throw new DamageException(name, "it begins with event " + first + " where " + (last + 1) + " was next");
        }
        RecordReader records = new RecordReader(folder.disk(), folder.file(name), start.bytes(), limit);
        FileCheck check = new FileCheck(folder, name, start);
        long end = start.bytes();
        while (last < reach && records.advance()) {
            if (check.event(records, last)) {
                last++;
                if (records.flags() == LogFormat.FLAG_DURABLE) {
                    durable(name, records.end());
                }
            }
            end = records.end();
        }
        if (!records.problem().isEmpty()) {
            if (!newest || records.anyBehind(last)) {
                throw new DamageException(name, records.problem());
            }
            torn = name + ": " + records.problem();
        }
        if (image && last < first) {
            throw new DamageException(name, "the image that it is to hold is not there");
        }
        if (last >= first) {
            parts.add(new LogPart(name, end, last));
        }
    }

    private void durable(LogFileName file, long end) {
        durableParts = parts.size();
        durableFile = file;
        durableEnd = end;
        durableLast = last;
    }

    /** All that counts, if nothing is damaged. */
    List<LogPart> parts() {
        return parts;
    }

    /** Up to the last sound event that is a durable one. */
    List<LogPart> durable() {
        if (durableFile == null) {
            return List.of();
        }
        List<LogPart> prefix = new ArrayList<>(parts.subList(0, durableParts));
        prefix.add(new LogPart(durableFile, durableEnd, durableLast));
        return prefix;
    }

    /** What stands at the end of the newest file and is no record; empty if nothing. */
    String torn() {
        return torn;
    }
}
