package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.event.LogLife;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every damage to a small log of three epochs, closed ones and ones that crashed: it always ends in a valid prefix, and what is said
 * about it is true.
 */
class DamageTest {
    private static final int PER_EPOCH = 8;
    private static final int EPOCHS = 3;
    private static final int ALL = EPOCHS * PER_EPOCH;

    private final Map<Path, byte[]> files = new TreeMap<>();
    private final SimulatedDisk disk = new SimulatedDisk(0, null);
    private int largestBuffer;

    /** How the epochs of a log ended. */
    enum Past {
        /** In order. */
        CLOSED,
        /** By a crash after everything was durable. */
        CRASHED,
        /** By a crash, after a write had failed in each but the last, so that there is a second file of it. */
        FAILED
    }

    /** What a reader makes of the log. */
    private record Reading(LogContent content, List<EventRecord> events) {
        End end() {
            return content.end();
        }
    }

    @BeforeEach
    void forget() {
        files.clear();
    }

    private void write(Past past) {
        StoreScenario.explore(1, scenario -> {
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                LogLife life = scenario.open(epoch);
                int first = 1 + (epoch - 1) * PER_EPOCH;
                StoreScenario.append(life, first, first + PER_EPOCH / 2);
                if (past == Past.FAILED && epoch < EPOCHS) {
                    life.awaitDurable((first + PER_EPOCH / 2) / 3 * 3L);
                    scenario.disk.fail(DiskOperation.APPEND);
                    StoreScenario.append(life, first + PER_EPOCH / 2 + 1, epoch * PER_EPOCH);
                    pause(scenario);
                    scenario.disk.heal();
                } else {
                    StoreScenario.append(life, first + PER_EPOCH / 2 + 1, epoch * PER_EPOCH);
                }
                life.awaitDurable((long) epoch * PER_EPOCH);
                if (past == Past.CLOSED) {
                    life.close();
                }
            }
            for (String name : scenario.disk.list(StoreScenario.FOLDER)) {
                if (LogFileName.parse(name).isPresent()) {
                    files.put(
                            StoreScenario.FOLDER.resolve(name),
                            scenario.disk.bytes(StoreScenario.FOLDER.resolve(name)));
                }
            }
        });
        assertThat(files).hasSize(past == Past.FAILED ? 2 * EPOCHS - 1 : EPOCHS);
        restore();
    }

    /** So long that a write has failed, and shorter than until the next attempt. */
    private static void pause(StoreScenario scenario) {
        long until = scenario.runtime.nanoTime() + Duration.ofMillis(50).toNanos();
        scenario.runtime.await("a failed write", () -> scenario.runtime.nanoTime() >= until);
    }

    private void restore() {
        files.forEach(disk::replace);
    }

    private Reading read() throws IOException {
        LogDisk real = disk.as(LogDisk.class);
        largestBuffer = 0;
        LogDisk watched = (LogDisk) Proxy.newProxyInstance(
                LogDisk.class.getClassLoader(), new Class<?>[] {LogDisk.class}, (proxy, method, given) -> {
                    if (method.getName().equals("read")) {
                        largestBuffer = Math.max(largestBuffer, ((ByteBuffer) given[2]).capacity());
                    }
                    return method.invoke(real, given);
                });
        Reading reading = read(watched);
        LogContent content = reading.content();
        List<EventRecord> events = reading.events();
        assertThat(largestBuffer).as("largest buffer").isLessThanOrEqualTo(longestFile());
        assertThat(events).as("a prefix").isEqualTo(StoreScenario.events(events.size()));
        assertThat(content.last()).isEqualTo(events.size());
        assertThat(content.words().isEmpty()).isEqualTo(content.end() == End.WHOLE || content.end() == End.EMPTY);
        if (content.end() == End.DAMAGED_PREFIX) {
            assertThat(events.get(events.size() - 1).durable())
                    .as("the last is durable")
                    .isTrue();
        }
        if (content.end() == End.DAMAGED || content.end() == End.EMPTY) {
            assertThat(events).isEmpty();
        }
        return reading;
    }

    private static Reading read(LogDisk disk) throws IOException {
        LogReader reader = new LogReader(new LogFolder(disk, StoreScenario.FOLDER, StoreScenario.JOB));
        LogContent content = reader.check(99);
        List<EventRecord> events = new ArrayList<>();
        reader.replay(content, (position, event) -> events.add(event));
        return new Reading(content, events);
    }

    private int longestFile() throws IOException {
        int longest = 0;
        for (Path file : files.keySet()) {
            if (disk.list(StoreScenario.FOLDER).contains(file.getFileName().toString())) {
                longest = Math.max(longest, disk.bytes(file).length);
            }
        }
        return longest;
    }

    private Path newest() {
        return StoreScenario.file(EPOCHS, 0);
    }

    private static void assertSaysSo(Reading reading, Path file) {
        assertThat(reading.end()).isIn(End.DAMAGED_PREFIX, End.DAMAGED);
        assertThat(reading.content().words())
                .contains(file.getFileName().toString())
                .contains(StoreScenario.JOB.toString());
    }

    @ParameterizedTest
    @EnumSource(Past.class)
    void nothingIsWrongWithoutDamage(Past past) throws IOException {
        write(past);
        Reading reading = read();
        assertThat(reading.end()).isEqualTo(End.WHOLE);
        assertThat(reading.events()).hasSize(ALL);
    }

    @ParameterizedTest
    @EnumSource(Past.class)
    void cutAtEveryByte(Past past) throws IOException {
        write(past);
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            for (int length = 0; length < file.getValue().length; length++) {
                disk.replace(file.getKey(), Arrays.copyOf(file.getValue(), length));
                Reading reading = read();
                if (file.getKey().equals(newest())) {
                    assertThat(reading.end()).as("cut at " + length).isIn(End.WHOLE, End.TORN_TAIL);
                    assertThat(reading.events()).hasSizeGreaterThanOrEqualTo(ALL - PER_EPOCH);
                } else if (reading.events().size() < ALL) {
                    assertSaysSo(reading, file.getKey());
                }
            }
            restore();
        }
    }

    @ParameterizedTest
    @EnumSource(Past.class)
    void everyBitFlipped(Past past) throws IOException {
        write(past);
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            int size = file.getValue().length;
            for (int bit = 0; bit < 8 * size; bit++) {
                byte[] flipped = file.getValue().clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                disk.replace(file.getKey(), flipped);
                Reading reading = read();
                assertThat(reading.end()).as(file.getKey() + " bit " + bit).isNotEqualTo(End.EMPTY);
                if (reading.events().size() < ALL && reading.end() != End.TORN_TAIL) {
                    assertSaysSo(reading, file.getKey());
                }
                if (reading.end() == End.TORN_TAIL) {
                    assertThat(file.getKey()).isEqualTo(newest());
                    assertThat(reading.events()).hasSize(past == Past.CLOSED ? ALL : ALL - 1);
                }
                if (reading.end() == End.WHOLE) {
                    assertThat(reading.events()).hasSize(ALL);
                    assertThat(file.getKey()).as("a bit that nobody looks at").isNotEqualTo(newest());
                }
            }
            restore();
        }
    }

    @ParameterizedTest
    @EnumSource(Past.class)
    void theLastRecordsDoubledOrSwapped(Past past) throws IOException {
        write(past);
        List<byte[]> records = records(newest());
        int count = records.size();
        byte[] last = records.get(count - 1);
        byte[] lastButOne = records.get(count - 2);
        byte[] whole = files.get(newest());

        disk.replace(newest(), join(whole, last));
        assertThat(read().end()).isEqualTo(End.WHOLE);
        disk.replace(newest(), join(whole, lastButOne, last));
        assertThat(read().events()).hasSize(ALL);

        disk.replace(
                newest(), join(Arrays.copyOf(whole, whole.length - last.length - lastButOne.length), last, lastButOne));
        Reading swapped = read();
        assertSaysSo(swapped, newest());
        assertThat(swapped.events()).hasSizeBetween(ALL - PER_EPOCH, ALL - 1);
    }

    @ParameterizedTest
    @EnumSource(Past.class)
    void aRecordDoubledWithOtherContentIsDamage(Past past) throws IOException {
        write(past);
        ByteBuffer other = ByteBuffer.allocate(100);
        LogFormat.put(other, ALL, 1, 1, true, new byte[] {1, 2, 3});
        disk.replace(newest(), join(files.get(newest()), Arrays.copyOf(other.array(), other.position())));
        assertSaysSo(read(), newest());
    }

    @Test
    void theSealFindsAnEventThatWasExchanged() throws IOException {
        write(Past.CLOSED);
        List<byte[]> records = records(newest());
        byte[] whole = files.get(newest());
        int at = whole.length - records.get(records.size() - 1).length - records.get(records.size() - 2).length;
        ByteBuffer other = ByteBuffer.wrap(whole.clone()).position(at);
        EventRecord last = StoreScenario.event(ALL);
        byte[] payload = last.payload().clone();
        payload[0]++;
        LogFormat.put(other, ALL, last.type(), last.version(), last.durable(), payload);
        disk.replace(newest(), other.array());
        assertSaysSo(read(disk.as(LogDisk.class)), newest());
    }

    @ParameterizedTest
    @EnumSource(Past.class)
    void aFileMissing(Past past) throws IOException {
        write(past);
        for (Path file : files.keySet()) {
            if (file.equals(newest())) {
                continue;
            }
            disk.delete(file);
            Reading reading = read();
            assertSaysSo(reading, file);
            assertThat(reading.content().words()).contains("missing");
            long before = files.keySet().stream()
                    .filter(other -> other.compareTo(file) < 0)
                    .count();
            assertThat(reading.events().isEmpty()).isEqualTo(before == 0);
            restore();
        }
    }

    @ParameterizedTest
    @EnumSource(Past.class)
    void zerosAtTheEnd(Past past) throws IOException {
        write(past);
        for (int zeros = 1; zeros < 100; zeros++) {
            disk.replace(newest(), Arrays.copyOf(files.get(newest()), files.get(newest()).length + zeros));
            Reading reading = read();
            assertThat(reading.end()).isEqualTo(End.TORN_TAIL);
            assertThat(reading.events()).hasSize(ALL);
        }
        byte[] zeroed = files.get(newest()).clone();
        for (int at = zeroed.length - 1; at >= 0; at--) {
            zeroed[at] = 0;
            disk.replace(newest(), zeroed);
            read();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 26, 0, 1})
    void lengthsThatCannotBe(int length) throws IOException {
        write(Past.CRASHED);
        for (Path file : files.keySet()) {
            int at = LogFormat.HEADER_BYTES;
            for (byte[] record : records(file)) {
                byte[] bytes = files.get(file).clone();
                ByteBuffer.wrap(bytes).putInt(at, length);
                disk.replace(file, bytes);
                assertThat(read().events()).hasSizeLessThan(ALL);
                at += record.length;
            }
            restore();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aFileOfAnotherJob(int epoch) throws IOException {
        write(Past.CLOSED);
        Path file = StoreScenario.file(epoch, 0);
        byte[] bytes = files.get(file).clone();
        ByteBuffer.wrap(bytes).putLong(8, 42).putInt(60, 0);
        ByteBuffer.wrap(bytes).putInt(60, LogFormat.crc(ByteBuffer.wrap(bytes), 0, 60));
        disk.replace(file, bytes);
        Reading reading = read();
        assertSaysSo(reading, file);
        assertThat(reading.content().words()).contains(new JobId(42, StoreScenario.JOB.low()).toString());
    }

    /** The records of a file, its start included. */
    private List<byte[]> records(Path file) throws IOException {
        byte[] bytes = files.get(file);
        RecordReader reader = new RecordReader(disk.as(LogDisk.class), file, LogFormat.HEADER_BYTES, bytes.length);
        List<byte[]> records = new ArrayList<>();
        while (reader.advance()) {
            records.add(reader.bytes());
        }
        return records;
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer joined = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            joined.put(part);
        }
        return joined.array();
    }
}
