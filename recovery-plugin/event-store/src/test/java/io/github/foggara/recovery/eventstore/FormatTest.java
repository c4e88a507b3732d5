package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.recovery.eventstore.EventQueue.Entry;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Golden bytes: logs that are on disks somewhere must stay readable. */
class FormatTest {
    private static final long CREATED = 0x0000018BCFE56800L;
    private static final String HEADER = "4a454c4f4700" // "JELOG\0"
            + "0001" // format
            + "1122334455667788" + "99aabbccddeeff00" // job
            + "0000000000000007" + "00000002" // epoch, sequence
            + "0000000000000004" // position of the first event
            + "0000018bcfe56800" // created
            + "0000000000000000";
    private static final String START = "00000000" + "0000000000000003" + "ff00" + "0001" + "01";
    private static final String EVENT = "00000000" + "0000000000000004" + "0005" + "0102" + "01" + "6162";
    private static final String RELAXED = "00000000" + "0000000000000005" + "feff" + "0001" + "00";
    // The checksums were computed apart from this code.
    private static final int HEADER_CRC = 0x5D26E80E;
    private static final int EVENT_CRC = 0x1E228AA4;
    private static final int CHAIN = 0xF0478D7B;
    private static final String SEAL = "00000000" + "0000000000000005" + "ffff" + "0001" + "01";

    private final SimulatedDisk disk = new SimulatedDisk(1, null);
    private final LogFolder folder = new LogFolder(disk.as(LogDisk.class), StoreScenario.FOLDER, StoreScenario.JOB);

    private byte[] write() throws IOException {
        LogFileName name = new LogFileName(7, 2);
        disk.createDirectories(StoreScenario.FOLDER);
        LogFile file = LogFile.create(folder, name);
        file.start(List.of(new LogPart(new LogFileName(3, 1), 321, 3)), End.DAMAGED_PREFIX, 4, CREATED);
        List<Entry> entries = List.of(
                new Entry(4, new EventRecord(5, 0x102, true, "ab".getBytes(StandardCharsets.US_ASCII))),
                new Entry(5, new EventRecord(EventRecord.MAX_TYPE, 1, false, new byte[0])));
        file.append(entries, entries.get(0).bytes() + entries.get(1).bytes());
        file.seal();
        return disk.bytes(folder.file(name));
    }

    /** The next bytes in hexadecimal; with the CRC replaced by zeros where one stands. */
    private static String hex(ByteBuffer from, int count, int crcAt) {
        byte[] bytes = new byte[count];
        from.get(bytes);
        if (crcAt >= 0) {
            ByteBuffer.wrap(bytes).putInt(crcAt, 0);
        }
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void aFileHasTheseBytes() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(write());
        assertThat(hex(bytes, 60, -1)).isEqualTo(HEADER);
        assertThat(bytes.getInt()).isEqualTo(HEADER_CRC);
        assertThat(hex(bytes, 8 + 13 + 3 + 2 + 28, 4))
                .isEqualTo("0000002e" + START + "01" + "01" + "01" // found: damaged prefix
                        + "02" + "1c" + "0000000000000003" + "00000001" + "0000000000000141" + "0000000000000003");
        assertThat(bytes.getInt(bytes.position() + 4)).isEqualTo(EVENT_CRC);
        assertThat(hex(bytes, 8 + 13 + 2, 4)).isEqualTo("0000000f" + EVENT);
        assertThat(hex(bytes, 8 + 13, 4)).isEqualTo("0000000d" + RELAXED);
        assertThat(hex(bytes, 8 + 13 + 2 + 8, 4)).isEqualTo("00000021" + SEAL + "01" + "08" + "0000000000000002");
        assertThat(hex(bytes, 2 + 4, -1)).isEqualTo("0208" + "00000000");
        assertThat(bytes.getInt()).isEqualTo(CHAIN);
        assertThat(bytes.hasRemaining()).isFalse();
    }

    @Test
    void aFileWithAnImageHasTheseBytes() throws Exception {
        LogFileName current = new LogFileName(7, 1);
        disk.replace(folder.file(current), new byte[0]);
        LogFileName name = new LogFileName(7, 2);
        EventRecord event = new EventRecord(5, 0x102, true, "ab".getBytes(StandardCharsets.US_ASCII));
        ImageFile image = new ImageFile(folder, name);
        LogPart part = image.write(new Entry(4, event, true), End.WHOLE, CREATED, current);
        image.publish();
        byte[] written = disk.bytes(folder.file(name));
        assertThat(part).isEqualTo(new LogPart(name, written.length, 4));
        ByteBuffer bytes = ByteBuffer.wrap(written);
        assertThat(hex(bytes, 60, -1)).isEqualTo(HEADER);
        assertThat(bytes.getInt()).isEqualTo(HEADER_CRC);
        assertThat(hex(bytes, 8 + 13 + 3 + 2, 4))
                .isEqualTo("00000012" + START.replace("0001" + "01", "0002" + "01") + "01" + "01" + "00" + "02" + "00");
        assertThat(bytes.getInt(bytes.position() + 4)).isEqualTo(EVENT_CRC);
        assertThat(hex(bytes, 8 + 13 + 2, 4)).isEqualTo("0000000f" + EVENT);
        assertThat(bytes.hasRemaining()).isFalse();
    }

    @Test
    void anImageStandsAlone() throws Exception {
        LogStart start = new LogStart(List.of(new LogPart(new LogFileName(3, 1), 321, 3)), End.WHOLE, true);
        disk.replace(
                StoreScenario.file(1, 0),
                start.encode(new LogHeader(StoreScenario.JOB, new LogFileName(1, 0), 4, 0))
                        .array());
        assertThat(new LogReader(folder).check(2).words()).contains("it holds an image, and files before it count");
    }

    @Test
    void namesSortAsTheyWereBegun() {
        assertThat(new LogFileName(0x1F, 3)).hasToString("E000000000000001f-00000003.jel");
        assertThat(LogFileName.parse("E000000000000001f-00000003.jel")).hasValue(new LogFileName(0x1F, 3));
        for (String other : List.of(
                "E000000000000001F-00000003.jel",
                "Ef00000000000001f-00000003.jel",
                "E000000000000001f-00000003.jel.new",
                "E000000000000001f.reserve")) {
            assertThat(LogFileName.parse(other)).as(other).isEmpty();
        }
        assertThat(new LogFileName(2, 9)).isLessThan(new LogFileName(10, 0));
        assertThat(new LogFileName(2, 9)).isLessThan(new LogFileName(2, 10));
    }

    @Test
    void aNewerFormatIsRefusedInWordsAndNotTakenForDamage() throws IOException {
        byte[] bytes = write();
        bytes[7] = 2;
        ByteBuffer.wrap(bytes).putInt(60, LogFormat.crc(ByteBuffer.wrap(bytes), 0, 60));
        disk.replace(folder.file(new LogFileName(7, 2)), bytes);
        assertThatThrownBy(() -> new LogReader(folder).check(8))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("newer version")
                .hasMessageContaining("format 2");
    }

    @Test
    void anUnknownFieldIsPassedOver() throws Exception {
        byte[] payload = {9, 2, 1, 1, 1, 1, 2};
        ByteBuffer record = ByteBuffer.allocate(64);
        LogFormat.put(record, 0, LogFormat.EPOCH_STARTED, 1, true, payload);
        disk.replace(StoreScenario.file(1, 0), record.array());
        RecordReader reader = new RecordReader(folder.disk(), StoreScenario.file(1, 0), 0, 64);
        assertThat(reader.advance()).isTrue();
        assertThat(LogStart.read(new LogFileName(1, 0), reader)).isEqualTo(new LogStart(List.of(), End.DAMAGED));
    }

    @Test
    void aRecordOfTheStoreThatIsNotKnownIsRefusedInWords() throws IOException {
        ByteBuffer file = ByteBuffer.allocate(200);
        file.put(new LogStart(List.of(), End.EMPTY)
                .encode(new LogHeader(StoreScenario.JOB, new LogFileName(1, 0), 1, 0)));
        LogFormat.put(file, 0, LogFormat.OWN_TYPES + 1, 1, true, new byte[0]);
        byte[] bytes = new byte[file.position()];
        file.flip().get(bytes);
        disk.replace(StoreScenario.file(1, 0), bytes);
        assertThatThrownBy(() -> new LogReader(folder).check(2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("record type 65281");
    }
}
