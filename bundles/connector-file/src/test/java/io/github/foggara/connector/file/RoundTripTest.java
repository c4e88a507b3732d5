package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.connector.file.output.PartFormat;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sink writes, the source of the same format reads. */
class RoundTripTest {
    enum Unit {
        KILO {
            @Override
            public String toString() {
                return "k";
            }
        },
        MEGA
    }

    record Everything(
            String text,
            byte b,
            short s,
            int i,
            long l,
            float f,
            double d,
            boolean t,
            char c,
            Long boxed,
            BigDecimal decimal,
            BigInteger integer,
            LocalDate date,
            LocalTime time,
            LocalDateTime dateTime,
            Instant instant,
            Duration duration,
            UUID uuid,
            Unit unit) {}

    record Text(String a, String b) {}

    record Nested(String name, List<Text> texts, Map<String, Double> values) {}

    @TempDir
    Path dir;

    private static List<Everything> samples() {
        return List.of(extremes(), ordinary());
    }

    private static Everything extremes() {
        return new Everything(
                "",
                (byte) -1,
                (short) 2,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                Float.NaN,
                Double.NEGATIVE_INFINITY,
                true,
                '"',
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static Everything ordinary() {
        return new Everything(
                "ä, \"€\"",
                (byte) 0,
                (short) 0,
                0,
                0,
                1.1f,
                -0.0,
                false,
                ',',
                5L,
                new BigDecimal("1E+3"),
                BigInteger.TEN.pow(40),
                LocalDate.MIN,
                LocalTime.MIDNIGHT,
                LocalDateTime.of(2024, 1, 1, 1, 1, 1, 5),
                Instant.EPOCH,
                Duration.ofMillis(-1),
                new UUID(1, 2),
                Unit.KILO);
    }

    @Test
    void everyTypeOfComponentInCsv() throws Exception {
        Path file = write(FileSink.csv(dir, Everything.class), samples());
        assertThat(SourceRun.all(FileSource.csv(file, Everything.class))).isEqualTo(samples());
    }

    @Test
    void everyTypeOfComponentInJson() throws Exception {
        Path file = write(FileSink.jsonLines(dir), samples());
        assertThat(SourceRun.all(FileSource.jsonLines(file, Everything.class))).isEqualTo(samples());
    }

    @Test
    void nestedRecordsInJson() throws Exception {
        List<Nested> records = List.of(
                new Nested("a", Arrays.asList(new Text("x\ny", null), null), Map.of("k", 1.5)),
                new Nested(null, List.of(), Map.of()),
                new Nested("c", null, null));
        Path file = write(FileSink.jsonLines(dir, Nested.class), records);
        assertThat(Files.readAllLines(file)).hasSize(3);
        assertThat(SourceRun.all(FileSource.jsonLines(file, Nested.class))).isEqualTo(records);
    }

    @Test
    void randomTextsInCsv() throws Exception {
        for (int seed = 0; seed < 40; seed++) {
            RandomTexts texts = new RandomTexts(seed);
            Random random = new Random(seed);
            List<Text> records = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                records.add(new Text(texts.next(random.nextInt(4)), texts.next(random.nextInt(3))));
            }
            char separator = seed % 2 == 0 ? ',' : '\t';
            CsvSink<Text> sink = FileSink.csv(dir, Text.class).separator(separator);
            Path file = write(seed % 3 == 0 ? sink.withoutHeader() : sink, records);
            CsvSource<Text> source =
                    FileSource.csv(file, Text.class).separator(separator).multiline();
            assertThat(SourceRun.all(seed % 3 == 0 ? source.withoutHeader() : source))
                    .as("seed %d", seed)
                    .isEqualTo(records);
        }
    }

    @Test
    void aCsvPartBeginsWithTheNamesOfTheComponentsUnlessToldNotTo() throws Exception {
        List<Text> records = List.of(new Text("x", null), new Text("", "y;z"));
        assertThat(write(FileSink.csv(dir, Text.class), records)).hasContent("a,b\nx,\n\"\",y;z\n");
        assertThat(write(FileSink.csv(dir, Text.class).withoutHeader().separator(';'), records))
                .hasContent("x;\n\"\";\"y;z\"\n");
        assertThat(write(FileSink.<Text>csv(dir), records)).hasContent("a,b\nx,\n\"\",y;z\n");
        assertThat(write(FileSink.csv(dir, Text.class), List.of())).hasContent("a,b\n");
        assertThat(write(FileSink.<Text>csv(dir), List.of())).isEmptyFile();
    }

    @Test
    void whatIsNotARecordOrOfAnotherClassIsRefused() {
        assertThatThrownBy(() -> write(FileSink.<Object>csv(dir), List.of("x")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("java.lang.String is not a record");
        assertThatThrownBy(() -> write(
                        FileSink.<Object>csv(dir),
                        List.of(new Text("a", "b"), samples().get(0))))
                .hasMessageContaining("records of one class")
                .hasMessageContaining("Everything");
        assertThatThrownBy(() -> write(
                        FileSink.<Object>jsonLines(dir),
                        List.of(new Text("a", "b"), samples().get(0))))
                .hasMessageContaining("records of one class");
        assertThatThrownBy(() -> FileSink.csv(dir, Nested.class)).hasMessageContaining("'texts'");
    }

    private <T> Path write(FileSink<T> sink, List<? extends T> records) throws Exception {
        PartFormat<T> format = sink.format();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        format.begin(bytes);
        for (T record : records) {
            format.write(record);
        }
        format.end();
        return Files.write(Files.createTempFile(dir, "part", "." + format.extension()), bytes.toByteArray());
    }
}
