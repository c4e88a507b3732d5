package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.event.LogLife;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every damage to a small log that was compacted and went on for another epoch: it is read from its image to some event, or it is said that
 * nothing of it can be used; never is it taken for a log that has just begun.
 */
class CompactedDamageTest {
    private static final int IMAGE = 6;
    private static final int ALL = 14;
    private static final Path IMAGE_FILE = StoreScenario.file(1, 1);
    private static final Path REST_OF_EPOCH = StoreScenario.file(1, 2);
    private static final Path NEWEST = StoreScenario.file(2, 0);

    private final Map<Path, byte[]> files = new TreeMap<>();
    private final SimulatedDisk disk = new SimulatedDisk(0, null);

    @BeforeEach
    void write() {
        files.clear();
        StoreScenario.explore(1, scenario -> {
            LogLife life = scenario.open(1);
            StoreScenario.append(life, 1, IMAGE - 1);
            life.compact(StoreScenario.event(IMAGE), IMAGE);
            StoreScenario.append(life, IMAGE + 1, 10);
            life.close();
            LogLife next = scenario.open(2);
            StoreScenario.append(next, 11, ALL);
            next.awaitDurable(ALL);
            for (Path file : List.of(IMAGE_FILE, REST_OF_EPOCH, NEWEST)) {
                files.put(file, scenario.disk.bytes(file));
            }
        });
        files.forEach(disk::replace);
    }

    private LogContent read() throws IOException {
        LogReader reader =
                new LogReader(new LogFolder(disk.as(LogDisk.class), StoreScenario.FOLDER, StoreScenario.JOB));
        LogContent content = reader.check(99);
        List<EventRecord> events = new ArrayList<>();
        long[] next = {IMAGE};
        reader.replay(content, (position, event) -> {
            assertThat(position).isEqualTo(next[0]++);
            events.add(event);
        });
        assertThat(content.end()).isNotEqualTo(End.EMPTY);
        assertThat(content.last()).isEqualTo(events.isEmpty() ? 0 : IMAGE - 1 + events.size());
        assertThat(events).isEqualTo(StoreScenario.events(ALL).subList(IMAGE - 1, IMAGE - 1 + events.size()));
        return content;
    }

    private void assertSaid(LogContent content, Path file, String what) {
        if (content.last() < ALL && content.end() != End.TORN_TAIL && content.end() != End.WHOLE) {
            assertThat(content.words()).as(what).contains(file.getFileName().toString());
        }
        if (!file.equals(NEWEST) && content.last() < ALL) {
            assertThat(content.end()).as(what).isIn(End.DAMAGED, End.DAMAGED_PREFIX);
        }
        if (file.equals(IMAGE_FILE) && content.last() < ALL) {
            assertThat(content.end()).as(what).isEqualTo(End.DAMAGED);
        }
    }

    @Test
    void nothingIsWrongWithoutDamage() throws IOException {
        assertThat(read()).extracting(LogContent::end, LogContent::last).containsExactly(End.WHOLE, (long) ALL);
    }

    @Test
    void cutAtEveryByte() throws IOException {
        for (Path file : files.keySet()) {
            for (int length = 0; length < files.get(file).length; length++) {
                disk.replace(file, Arrays.copyOf(files.get(file), length));
                assertSaid(read(), file, file + " cut at " + length);
            }
            files.forEach(disk::replace);
        }
    }

    @Test
    void everyBitFlipped() throws IOException {
        for (Path file : files.keySet()) {
            for (int bit = 0; bit < 8 * files.get(file).length; bit++) {
                byte[] flipped = files.get(file).clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                disk.replace(file, flipped);
                assertSaid(read(), file, file + " bit " + bit);
            }
            files.forEach(disk::replace);
        }
    }

    @Test
    void aFileMissing() throws IOException {
        for (Path file : List.of(IMAGE_FILE, REST_OF_EPOCH)) {
            disk.delete(file);
            LogContent content = read();
            assertThat(content.words()).contains(file.getFileName().toString(), "missing");
            assertThat(content.end()).isEqualTo(file.equals(IMAGE_FILE) ? End.DAMAGED : End.DAMAGED_PREFIX);
            files.forEach(disk::replace);
        }
    }

    /** The newest file is the one with the image: a crash came before the next was begun. */
    @Test
    void anImageThatStandsAloneIsWholeOrDamaged() throws IOException {
        disk.delete(NEWEST);
        disk.delete(REST_OF_EPOCH);
        assertThat(read()).extracting(LogContent::end, LogContent::last).containsExactly(End.WHOLE, (long) IMAGE);
        byte[] whole = files.get(IMAGE_FILE);
        int start = whole.length
                - LogFormat.MIN_RECORD_BYTES
                - StoreScenario.event(IMAGE).payload().length;
        for (int length = start; length < whole.length; length++) {
            disk.replace(IMAGE_FILE, Arrays.copyOf(whole, length));
            assertThat(read().end()).as("cut at " + length).isEqualTo(End.DAMAGED);
        }
    }

    /** A deletion was cut off: what the image stands for is still there, and does not count. */
    @Test
    void filesBeforeTheImageAreNotLookedAt() throws IOException {
        disk.replace(StoreScenario.file(1, 0), new byte[300]);
        assertThat(read()).extracting(LogContent::end, LogContent::last).containsExactly(End.WHOLE, (long) ALL);
    }
}
