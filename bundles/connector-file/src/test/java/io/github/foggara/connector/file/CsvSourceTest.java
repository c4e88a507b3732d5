package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvSourceTest {
    enum Color {
        RED,
        GREEN
    }

    record Sale(String item, int count, double price, BigDecimal total, boolean paid, LocalDate day, Color color) {}

    record Pair(String a, Integer b) {}

    record One(String text) {}

    record Positive(int value) {
        Positive {
            if (value < 0) {
                throw new IllegalArgumentException("a negative value");
            }
        }
    }

    @TempDir
    Path dir;

    @Test
    void columnsAreFoundByNameAndConverted() throws Exception {
        Path file = write("color,day,paid,unused,total,price,count,item\n"
                + "RED,2024-02-29,true,?,12.30, 1.5 ,3,\"a, \"\"b\"\"\"\r\n"
                + "GREEN,2025-01-01,FALSE,,1e3,-2,-7,\n");
        assertThat(SourceRun.all(FileSource.csv(file, Sale.class)))
                .containsExactly(
                        new Sale(
                                "a, \"b\"",
                                3,
                                1.5,
                                new BigDecimal("12.30"),
                                true,
                                LocalDate.of(2024, 2, 29),
                                Color.RED),
                        new Sale("", -7, -2, new BigDecimal("1e3"), false, LocalDate.of(2025, 1, 1), Color.GREEN));
    }

    @Test
    void anotherSeparatorAndNoHeader() throws Exception {
        Path file = write("x;1\n\ny;\nz,1;2");
        assertThat(SourceRun.all(FileSource.csv(file, Pair.class).separator(';').withoutHeader()))
                .containsExactly(new Pair("x", 1), new Pair("y", null), new Pair("z,1", 2));
    }

    @Test
    void everySplitSizeGivesTheSameRows() throws Exception {
        StringBuilder text = new StringBuilder("\uFEFFa,b\r\n");
        List<Pair> expected = new ArrayList<>();
        String[] words = {"x", "é€", "\"q,\"\"r\"", "", "long enough to matter"};
        String[] values = {"x", "é€", "q,\"r", "", "long enough to matter"};
        for (int i = 0; i < 17; i++) {
            text.append(words[i % 5]).append(',').append(i).append(i % 2 == 0 ? "\n" : "\r\n");
            expected.add(new Pair(values[i % 5], i));
        }
        Path file = write(text.toString());
        for (int size = 1; size <= RandomTexts.bytes(text.toString()).length; size++) {
            assertThat(SourceRun.all(FileSource.csv(file, Pair.class).splitSize(size)))
                    .as("split size %d", size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void eachFileHasItsOwnHeader() throws Exception {
        Files.writeString(dir.resolve("1.csv"), "a,b\nx,1\n");
        Files.writeString(dir.resolve("2.csv"), "b,c,a\n2,?,y\n");
        Files.writeString(dir.resolve("3.csv"), "");
        Files.writeString(dir.resolve("4.csv"), "a,b");
        assertThat(SourceRun.all(FileSource.csv(dir, Pair.class).splitSize(3)))
                .containsExactly(new Pair("x", 1), new Pair("y", 2));
    }

    @Test
    void quotedLineBreaksNeedMultiline() throws Exception {
        Path file = write("a,b\n\"one\ntwo \"\"2\"\"\r\n\",1\nplain 5\",2\n\"\",3\n");
        assertThat(SourceRun.all(FileSource.csv(file, Pair.class).multiline().splitSize(2), 3))
                .containsExactly(new Pair("one\ntwo \"2\"\r\n", 1), new Pair("plain 5\"", 2), new Pair("", 3));
        assertThatThrownBy(() -> SourceRun.all(FileSource.csv(file, Pair.class)))
                .hasMessageContaining("line 2")
                .hasMessageContaining("multiline()");
    }

    @Test
    void aSnapshotOfMultilineRowsContinuesBehindTheLastOne() throws Exception {
        StringBuilder text = new StringBuilder("a,b\n");
        List<Pair> expected = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            text.append("\"").append("x\n".repeat(i)).append("\",").append(i).append('\n');
            expected.add(new Pair("x\n".repeat(i), i));
        }
        CsvSource<Pair> source =
                FileSource.csv(write(text.toString()), Pair.class).multiline();
        for (int stop = 0; stop <= expected.size(); stop++) {
            SourceRun<Pair> run = new SourceRun<>(source, 2);
            run.reader(0).reader.open();
            run.reader(0).turn(stop);
            run.enumerator().addSplitsBack(run.reader(0).reader.snapshot(), 0);
            run.reader(0).reader.close();
            run.reader(1).turn(Integer.MAX_VALUE);
            run.reader(1).reader.close();
            List<Pair> all = new ArrayList<>(run.reader(0).records);
            all.addAll(run.reader(1).records);
            assertThat(all).as("stopped after %d", stop).isEqualTo(expected);
        }
    }

    @Test
    void aCarriageReturnInsideQuotesIsText() throws Exception {
        Path file = write("b,a\n1,\"x\ry\"\n2,\"\r\"\n3,z\n");
        assertThat(SourceRun.all(FileSource.csv(file, Pair.class)))
                .containsExactly(new Pair("x\ry", 1), new Pair("\r", 2), new Pair("z", 3));
    }

    @Test
    void aMalformedRowFailsWithFileExactLineTextAndReason() throws Exception {
        StringBuilder text = new StringBuilder("a,b\n");
        for (int i = 0; i < 500; i++) {
            text.append("row,").append(i == 321 ? "x" + i : i).append('\n');
        }
        Path file = write(text.toString());
        for (long size : new long[] {7, 100, 2000, 1 << 20}) {
            assertThatThrownBy(
                            () -> SourceRun.all(FileSource.csv(file, Pair.class).splitSize(size), 3))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'" + file + "', line 323: ")
                    .hasMessageContaining("'b' must be a whole number (int), not 'x321'")
                    .hasMessageContaining("The line is: row,x321")
                    .hasMessageContaining("OnMalformed.SKIP");
        }
    }

    @Test
    void everyKindOfMalformedRowIsNamedOrSkipped() throws Exception {
        assertMalformed("x\n", "it has 1 fields where 2 are expected");
        assertMalformed("x,1,2\n", "it has 3 fields where 2 are expected");
        assertMalformed("x,1.5\n", "must be a whole number (int), not '1.5'");
        assertMalformed("\"x,1\n", "a quoted field is not closed in this line");
        assertMalformed("\"x\"y,1\n", "after closing quote");
        assertMalformed("x\ry,1\n", "a carriage return outside quotes");
        assertMalformed("\"x\ry,1\n", "not closed");
    }

    private void assertMalformed(String row, String reason) throws Exception {
        Path file = write("a,b\nfirst,1\n" + row + "last,2\n");
        assertThatThrownBy(() -> SourceRun.all(FileSource.csv(file, Pair.class)))
                .as(row)
                .hasMessageContaining("line 3")
                .hasMessageContaining(reason);
        assertThat(SourceRun.all(FileSource.csv(file, Pair.class).onMalformed(OnMalformed.SKIP)))
                .as(row)
                .containsExactly(new Pair("first", 1), new Pair("last", 2));
    }

    @Test
    void bytesThatAreNotUtf8AreMalformed() throws Exception {
        Path file = dir.resolve("latin.csv");
        Files.write(file, "a,b\ngr\u00fcn,1\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> SourceRun.all(FileSource.csv(file, Pair.class)))
                .hasMessageContaining("line 2")
                .hasMessageContaining("not UTF-8");
        Files.writeString(file, "a,b\n\uFFFD,1\n");
        assertThat(SourceRun.all(FileSource.csv(file, Pair.class))).containsExactly(new Pair("\uFFFD", 1));
    }

    @Test
    void primitivesNeedAValueAndConstructorsMayRefuse() throws Exception {
        Path file = write("value\n5\n\" \"\n");
        assertThatThrownBy(() -> SourceRun.all(FileSource.csv(file, Positive.class)))
                .hasMessageContaining("'value' is empty; it must be a whole number");
        Path negative = write("value\n-5\n");
        assertThatThrownBy(() -> SourceRun.all(FileSource.csv(negative, Positive.class)))
                .hasMessageContaining("the record Positive refuses it")
                .hasMessageContaining("a negative value");
    }

    @Test
    void whoeverRunsTheJobIsToldWhatTheProgramOffers() throws Exception {
        Path file = write("a,b\nx,many\n");
        CsvSource<Pair> source = FileSource.csv(file, Pair.class);
        assertThatThrownBy(() -> SourceRun.all(source))
                .message()
                .endsWith(". Correct the file, or skip such records with onMalformed(OnMalformed.SKIP) at the source.");
        assertThatThrownBy(() -> SourceRun.all(source.onMalformed(OnMalformed.FAIL, "give --bad skip")))
                .message()
                .contains("line 2")
                .endsWith(". Correct the file, or give --bad skip.");
        assertThat(SourceRun.all(source.onMalformed(OnMalformed.SKIP, "give --bad skip")))
                .isEmpty();
    }

    @Test
    void aMissingOrDoubledColumnFailsEvenIfRowsAreSkipped() throws Exception {
        Path file = write("a;b\nx;1\n");
        assertThatThrownBy(() -> SourceRun.all(FileSource.csv(file, Pair.class).onMalformed(OnMalformed.SKIP)))
                .hasMessageContaining("no column 'a'")
                .hasMessageContaining("[a;b]")
                .hasMessageContaining("separator (',')");
        Path twice = write("a,b,a\nx,1,y\n");
        assertThatThrownBy(() -> SourceRun.all(FileSource.csv(twice, Pair.class)))
                .hasMessageContaining("twice");
    }

    @Test
    void rowsLongerThanTheParsersBuffer() throws Exception {
        String large = "é,".repeat(600_000);
        Path file = write("a,b\n\"" + large + "\",1\n" + "p".repeat(16_384) + ",2\n" + "q".repeat(8_191) + ",3\nz,4\n");
        assertThat(SourceRun.all(FileSource.csv(file, Pair.class)))
                .containsExactly(
                        new Pair(large, 1),
                        new Pair("p".repeat(16_384), 2),
                        new Pair("q".repeat(8_191), 3),
                        new Pair("z", 4));
    }

    @Test
    void whatCannotBeARowIsRefusedWhenTheJobIsBuilt() {
        record Nested(One one) {}
        record Empty() {}
        assertThatThrownBy(() -> FileSource.csv("x", Nested.class))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'one'")
                .hasMessageContaining("which a CSV field cannot hold");
        assertThatThrownBy(() -> FileSource.csv("x", Empty.class)).hasMessageContaining("no components");
        assertThatThrownBy(() -> FileSource.csv("x", One.class).separator('"')).hasMessageContaining("separator");
        assertThatThrownBy(() -> FileSource.csv("x", One.class).separator('€')).hasMessageContaining("separator");
    }

    private Path write(String text) throws IOException {
        return Files.write(Files.createTempFile(dir, "t", ".csv"), RandomTexts.bytes(text));
    }
}
