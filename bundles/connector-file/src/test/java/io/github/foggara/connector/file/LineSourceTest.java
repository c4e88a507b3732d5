package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.InputChangedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineSourceTest {
    @TempDir
    Path dir;

    @Test
    void everySplitSizeGivesEveryLineOnceAndInOrder() throws Exception {
        for (int seed = 0; seed < 60; seed++) {
            String text = new RandomTexts(seed).next(1 + seed % 9);
            Path file = write("t" + seed + ".txt", text);
            List<String> expected = RandomTexts.lines(text);
            for (int size = 1; size <= RandomTexts.bytes(text).length + 1; size++) {
                assertThat(SourceRun.all(FileSource.lines(file).splitSize(size)))
                        .as("seed %d, split size %d", seed, size)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void linesAcrossTheBufferAreWhole() throws Exception {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            String piece = i % 3 == 0 ? "é" : "x";
            text.append(piece.repeat(random.nextInt(5) == 0 ? random.nextInt(40_000) : random.nextInt(300)))
                    .append(i % 2 == 0 ? "\n" : "\r\n");
        }
        Path file = write("big.txt", text.toString());
        List<String> expected = RandomTexts.lines(text.toString());
        for (long size : new long[] {1_000, 4_097, 131_072, 131_073, 1 << 20}) {
            assertThat(SourceRun.all(FileSource.lines(file).splitSize(size)))
                    .as("split size %d", size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void sevenReadersOfASmallFileReadItOnce() throws Exception {
        String text = "one\ntwo\nthree\nfour\n";
        Path file = write("small.txt", text);
        assertThat(SourceRun.all(FileSource.lines(file), 7)).containsExactly("one", "two", "three", "four");
        assertThat(SourceRun.all(FileSource.lines(file).splitSize(2), 7))
                .containsExactlyInAnyOrder("one", "two", "three", "four");
    }

    @Test
    void aLargeFileIsReadByAllReaders() throws Exception {
        String line = "x".repeat(99) + "\n";
        Path file = write("large.txt", line.repeat(200_000));
        SourceRun<String> run = new SourceRun<>(FileSource.lines(file), 4);
        assertThat(run.run()).hasSize(200_000);
        for (int i = 0; i < 4; i++) {
            assertThat(run.reader(i).records).as("reader %d", i).hasSizeGreaterThan(20_000);
        }
    }

    @Test
    void emptyFilesGiveNothing() throws Exception {
        write("a.txt", "");
        write("b.txt", "x");
        write("c.txt", "");
        write("d.txt", "\uFEFF");
        assertThat(SourceRun.all(FileSource.lines(dir))).containsExactly("x");
        assertThat(SourceRun.all(FileSource.lines(dir.resolve("a.txt")))).isEmpty();
    }

    @Test
    void progressAddsUpToTheTotal() throws Exception {
        String text = "some words\nand more\r\n\nend";
        Path file = write("p.txt", text);
        for (int size = 1; size < 30; size++) {
            SourceRun<String> run = new SourceRun<>(FileSource.lines(file).splitSize(size), 3);
            run.run();
            assertThat(run.progress()).isEqualTo(run.totalWork).isEqualTo(text.length());
        }
    }

    @Test
    void progressMovesWithinOnePoll() throws Exception {
        Path file = write("long.txt", "0123456789abcdef\n".repeat(200_000));
        SourceRun<String> run = new SourceRun<>(FileSource.lines(file).splitSize(1L << 30), 1);
        run.reader(0).reader.open();
        run.reader(0).turn(150_000);
        assertThat(run.reader(0).progress).isBetween(1_500_000L, 2_550_000L);
        run.reader(0).reader.close();
    }

    @Test
    void aSnapshotContinuesBehindTheLastRecordEmitted() throws Exception {
        for (int seed = 100; seed < 130; seed++) {
            String text = new RandomTexts(seed).next(8);
            Path file = write("s" + seed + ".txt", text);
            List<String> expected = RandomTexts.lines(text);
            for (long size : new long[] {1, 3, 10, 1000}) {
                for (int stop = 0; stop <= expected.size(); stop++) {
                    assertThat(readInTwoLives(FileSource.lines(file).splitSize(size), stop))
                            .as("seed %d, split size %d, stopped after %d", seed, size, stop)
                            .containsExactlyInAnyOrderElementsOf(expected);
                }
            }
        }
    }

    private static List<String> readInTwoLives(LineSource source, int stop) throws Exception {
        SourceRun<String> run = new SourceRun<>(source, 2);
        SourceRun<String>.Reader first = run.reader(0);
        first.reader.open();
        first.turn(stop);
        List<FileSplit> rest = first.reader.snapshot();
        first.reader.close();
        run.enumerator().addSplitsBack(rest, 0);
        SourceRun<String>.Reader second = run.reader(1);
        second.reader.open();
        second.turn(Integer.MAX_VALUE);
        second.reader.close();
        List<String> all = new ArrayList<>(first.records);
        all.addAll(second.records);
        return all;
    }

    @Test
    void bytesThatAreNotUtf8BecomeReplacementCharacters() throws Exception {
        Path file = dir.resolve("latin.txt");
        Files.write(file, "gr\u00fcn\nok\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(SourceRun.all(FileSource.lines(file))).containsExactly("gr\uFFFDn", "ok");
    }

    @Test
    void linesAboveAMebibyteAreReadAndTheLimitIsExact() throws Exception {
        String large = "y".repeat((1 << 20) + 17);
        Path file = write("large-line.txt", "a\n" + large + "\r\nb");
        assertThat(SourceRun.all(FileSource.lines(file))).containsExactly("a", large, "b");
        assertThat(SourceRun.all(FileSource.lines(file).maxLineLength(large.length())))
                .hasSize(3);
        assertThatThrownBy(() -> SourceRun.all(FileSource.lines(file).maxLineLength(large.length() - 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("begins at byte 2 ")
                .hasMessageContaining("maxLineLength");
    }

    @Test
    void aSmallLimitHoldsWithinOneBuffer() throws Exception {
        Path file = write("limit.txt", "1234\n12345\n");
        assertThat(SourceRun.all(FileSource.lines(file).maxLineLength(5))).hasSize(2);
        assertThatThrownBy(() -> SourceRun.all(FileSource.lines(file).maxLineLength(4)))
                .hasMessageContaining("begins at byte 5 ")
                .hasMessageContaining("longer than 4 bytes");
    }

    @Test
    void aFileThatChangesFailsTheJobInWords() throws Exception {
        for (Change change : Change.values()) {
            Path file = write(change + ".txt", "line\n".repeat(100_000));
            SourceRun<String> run = new SourceRun<>(FileSource.lines(file), 1);
            run.reader(0).reader.open();
            run.reader(0).turn(2);
            change.apply(file);
            assertThatThrownBy(() -> run.reader(0).turn(Integer.MAX_VALUE))
                    .as(change.toString())
                    .isExactlyInstanceOf(change.failure())
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("changed while the job read it");
            run.reader(0).reader.close();
        }
    }

    private enum Change {
        SHRUNK,
        GREW,
        VANISHED,
        REWRITTEN;

        void apply(Path file) throws IOException {
            switch (this) {
                case SHRUNK -> Files.writeString(file, "line\n", StandardOpenOption.TRUNCATE_EXISTING);
                case GREW -> Files.writeString(file, "line\n", StandardOpenOption.APPEND);
                case VANISHED -> Files.delete(file);
                case REWRITTEN -> Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
            }
        }

        Class<? extends IOException> failure() {
            return this == VANISHED ? IOException.class : InputChangedException.class;
        }
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> FileSource.lines("x").maxLineLength(0)).hasMessageContaining("longest line");
        assertThat(FileSource.lines("x").splitSize(5).maxLineLength(9).toString())
                .contains("pattern=x", "splitSize=5", "maxLineLength=9");
    }

    private Path write(String name, String text) throws IOException {
        return Files.write(dir.resolve(name), RandomTexts.bytes(text));
    }
}
