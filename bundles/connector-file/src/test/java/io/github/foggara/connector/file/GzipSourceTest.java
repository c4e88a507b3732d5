package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GzipSourceTest {
    @TempDir
    Path dir;

    @Test
    void membersFollowOneAnother() throws Exception {
        Path file = Files.write(dir.resolve("a.txt.gz"), concat(gzip("one\ntw"), gzip(""), gzip("o\nthree")));
        assertThat(SourceRun.all(FileSource.lines(file))).containsExactly("one", "two", "three");
    }

    @Test
    void isReadWholeByOneReaderWhateverTheSplitSize() throws Exception {
        String text = "some line of text\n".repeat(100_000);
        Path file = Files.write(dir.resolve("A.GZ"), gzip(text));
        SourceRun<String> run = new SourceRun<>(FileSource.lines(file).splitSize(10), 3);
        assertThat(run.run()).isEqualTo(RandomTexts.lines(text));
        assertThat(run.assigned).hasSize(1);
        assertThat(run.progress()).isEqualTo(run.totalWork).isEqualTo(Files.size(file));
    }

    @Test
    void aSnapshotContinuesInTheContent() throws Exception {
        String text = new RandomTexts(5).next(12);
        Path file = Files.write(dir.resolve("s.gz"), gzip(text));
        List<String> expected = RandomTexts.lines(text);
        for (int stop = 0; stop <= expected.size(); stop++) {
            SourceRun<String> run = new SourceRun<>(FileSource.lines(file), 1);
            run.reader(0).reader.open();
            run.reader(0).turn(stop);
            List<FileSplit> rest = run.reader(0).reader.snapshot();
            run.reader(0).reader.close();
            SourceRun<String> next = new SourceRun<>(FileSource.lines(file), 1);
            next.reader(0).reader.addSplits(rest);
            next.reader(0).reader.noMoreSplits();
            next.reader(0).turn(Integer.MAX_VALUE);
            next.reader(0).reader.close();
            assertThat(next.reader(0).records)
                    .as("stopped after %d", stop)
                    .isEqualTo(expected.subList(stop, expected.size()));
        }
    }

    @Test
    void everyTruncationIsAnError() throws Exception {
        byte[] whole = concat(gzip("first\nsecond\n"), gzip("third\n"));
        int firstMember = gzip("first\nsecond\n").length;
        for (int length = 1; length < whole.length; length++) {
            Path file = Files.write(dir.resolve("t" + length + ".gz"), Arrays.copyOf(whole, length));
            if (length == firstMember) {
                assertThat(SourceRun.all(FileSource.lines(file))).containsExactly("first", "second");
            } else {
                assertThatThrownBy(() -> SourceRun.all(FileSource.lines(file)))
                        .as("cut at %d", length)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(file.toString())
                        .hasMessageContaining("damaged");
            }
        }
    }

    @Test
    void noFlippedBitOfDataOrTrailerChangesTheRecords() throws Exception {
        byte[] whole = gzip("first\nsecond\nthird\n");
        int found = 0;
        for (int bit = 80; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Path file = Files.write(dir.resolve("f" + bit + ".gz"), damaged);
            try {
                // the last bits of a deflate stream fill a byte and mean nothing
                assertThat(SourceRun.all(FileSource.lines(file))).containsExactly("first", "second", "third");
            } catch (IOException e) {
                assertThat(e).hasMessageContaining(file.toString()).hasMessageContaining("damaged");
                found++;
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(8 * (whole.length - 10) - 7);
    }

    @Test
    void somethingElseBehindAMemberIsAnError() throws Exception {
        Path file = Files.write(dir.resolve("g.gz"), concat(gzip("x\n"), "not gzip at all".getBytes()));
        assertThatThrownBy(() -> SourceRun.all(FileSource.lines(file))).hasMessageContaining("not the header");
    }

    @Test
    void headerFieldsAreSkipped() throws Exception {
        byte[] plain = gzip("text\n");
        byte[] header = {0x1f, (byte) 0x8b, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 3, 2, 0, 'e', 'x', 'n', 0, 'c', 0, 1, 2};
        byte[] rest = Arrays.copyOfRange(plain, 10, plain.length);
        Path file = Files.write(dir.resolve("h.gz"), concat(header, rest));
        assertThat(SourceRun.all(FileSource.lines(file))).containsExactly("text");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(RandomTexts.bytes(text));
        }
        return bytes.toByteArray();
    }

    private static byte[] concat(byte[]... parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.write(part);
        }
        return bytes.toByteArray();
    }
}
