package io.github.foggara.recovery.eventstore;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says that the log of an epoch ends before its writer did: the name of an empty file. It is there from the beginning and only
 * renamed, because that also works on a disk without space.
 */
final class Tombstone {
    private static final Pattern RESERVE = Pattern.compile("E([0-7][0-9a-f]{15})\\.reserve");
    private static final Pattern DEGRADED = Pattern.compile("E([0-7][0-9a-f]{15})-([0-7][0-9a-f]{15})\\.degraded");

    private Tombstone() {}

    /** Makes the file for the epoch; {@link LogFolder#sync} is the caller's. */
    static void reserve(LogFolder folder, long epoch) throws IOException {
        Path file = folder.path().resolve(reserved(epoch));
        try {
            folder.disk().create(file);
        } catch (FileAlreadyExistsException ignored) {
            // From an attempt to open this epoch that failed.
            return;
        }
        folder.disk().close(file);
    }

    /** Sets it, durably. */
    static void set(LogFolder folder, long epoch, long last) throws IOException {
        HexFormat hex = HexFormat.of();
        String name = "E" + hex.toHexDigits(epoch) + "-" + hex.toHexDigits(last) + ".degraded";
        if (!folder.disk().list(folder.path()).contains(name)) {
            folder.disk()
                    .rename(
                            folder.path().resolve(reserved(epoch)),
                            folder.path().resolve(name));
        }
        folder.sync();
    }

    /** Position of the last event it vouches for; empty if the log of that epoch could be written. */
    static OptionalLong find(LogFolder folder, long epoch) throws IOException {
        for (String name : folder.disk().list(folder.path())) {
            Matcher matcher = DEGRADED.matcher(name);
            if (matcher.matches() && HexFormat.fromHexDigitsToLong(matcher.group(1)) == epoch) {
                return OptionalLong.of(HexFormat.fromHexDigitsToLong(matcher.group(2)));
            }
        }
        return OptionalLong.empty();
    }

    /** Deletes what lower epochs reserved. */
    static void clear(LogFolder folder, long epoch) throws IOException {
        for (String name : folder.disk().list(folder.path())) {
            Matcher matcher = RESERVE.matcher(name);
            if (matcher.matches() && HexFormat.fromHexDigitsToLong(matcher.group(1)) < epoch) {
                folder.disk().delete(folder.path().resolve(name));
            }
        }
    }

    private static String reserved(long epoch) {
        return "E" + HexFormat.of().toHexDigits(epoch) + ".reserve";
    }
}
