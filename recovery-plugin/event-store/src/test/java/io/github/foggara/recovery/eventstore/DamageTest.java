package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.event.LogLife;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
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

    /**
     * @param closed whether the epochs ended in order
     */
    private void write(boolean closed) {
        StoreScenario.explore(1, scenario -> {
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                LogLife life = scenario.open(epoch);
                StoreScenario.append(life, 1 + (epoch - 1) * PER_EPOCH, epoch * PER_EPOCH);
                life.awaitDurable((long) epoch * PER_EPOCH);
                if (closed) {
                    life.close();
                }
            }
            for (int epoch = 1; epoch <= EPOCHS; epoch++) {
                Path file = StoreScenario.file(epoch, 0);
                files.put(file, scenario.disk.bytes(file));
            }
        });
        restore();
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
        LogReader reader = new LogReader(new LogFolder(watched, StoreScenario.FOLDER, StoreScenario.JOB));
        LogContent content = reader.check(99);
        List<EventRecord> events = new ArrayList<>();
        reader.replay(content, (position, event) -> events.add(event));
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
    @ValueSource(booleans = {true, false})
    void nothingIsWrongWithoutDamage(boolean closed) throws IOException {
        write(closed);
        Reading reading = read();
        assertThat(reading.end()).isEqualTo(End.WHOLE);
        assertThat(reading.events()).hasSize(ALL);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void cutAtEveryByte(boolean closed) throws IOException {
        write(closed);
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
    @ValueSource(booleans = {true, false})
    void everyBitFlipped(boolean closed) throws IOException {
        write(closed);
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
                    assertThat(reading.events()).hasSize(closed ? ALL : ALL - 1);
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
    @ValueSource(booleans = {true, false})
    void theLastRecordsDoubledOrSwapped(boolean closed) throws IOException {
        write(closed);
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
    @ValueSource(booleans = {true, false})
    void aRecordDoubledWithOtherContentIsDamage(boolean closed) throws IOException {
        write(closed);
        ByteBuffer other = ByteBuffer.allocate(100);
        LogFormat.put(other, ALL, 1, 1, true, new byte[] {1, 2, 3});
        disk.replace(newest(), join(files.get(newest()), Arrays.copyOf(other.array(), other.position())));
        assertSaysSo(read(), newest());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileMissing(boolean closed) throws IOException {
        write(closed);
        for (int epoch = 1; epoch < EPOCHS; epoch++) {
            Path file = StoreScenario.file(epoch, 0);
            disk.delete(file);
            Reading reading = read();
            assertSaysSo(reading, file);
            assertThat(reading.content().words()).contains("missing");
            assertThat(reading.events()).hasSize(epoch == 1 ? 0 : PER_EPOCH - PER_EPOCH % 3);
            restore();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void zerosAtTheEnd(boolean closed) throws IOException {
        write(closed);
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
        write(false);
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
        write(true);
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
