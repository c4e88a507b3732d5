package io.github.foggara.connector.file.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.connector.file.FileSplit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSplitEnumeratorTest implements EnumeratorContext<FileSplit> {
    @TempDir
    Path dir;

    private final List<FileSplit> assigned = new ArrayList<>();
    private final List<Integer> finished = new ArrayList<>();
    private long total;

    @Test
    void partsCoverEachFileWithoutGapOrOverlap() throws Exception {
        Files.write(dir.resolve("a"), new byte[100]);
        Files.write(dir.resolve("b"), new byte[0]);
        Files.write(dir.resolve("c"), new byte[30]);
        for (int size = 1; size <= 101; size++) {
            assigned.clear();
            drain(new FileSplitEnumerator(dir.toString(), size, true, this));
            assertThat(total).isEqualTo(130);
            long expected = 0;
            for (FileSplit split : assigned) {
                expected = split.path().endsWith("c") && expected == 100 ? 0 : expected;
                assertThat(split.start()).isEqualTo(expected);
                assertThat(split.end() - split.start()).isBetween(1L, Math.max(size, (3L * size + 1) / 2));
                expected = split.end();
            }
            assertThat(assigned.stream().mapToLong(s -> s.end() - s.start()).sum())
                    .isEqualTo(130);
        }
    }

    @Test
    void filesThatMustBeReadWholeAreOnePart() throws Exception {
        Files.write(dir.resolve("a"), new byte[100]);
        Files.write(dir.resolve("b.gz"), new byte[30]);
        drain(new FileSplitEnumerator(dir.toString(), 10, false, this));
        assertThat(assigned).extracting(FileSplit::end).containsExactly(100L, Long.MAX_VALUE);
    }

    @Test
    void aPartGivenBackIsHandedOutOnceMoreAlsoAfterTheEnd() throws Exception {
        Files.write(dir.resolve("a"), new byte[20]);
        FileSplitEnumerator enumerator = new FileSplitEnumerator(dir.toString(), 10, true, this);
        drain(enumerator);
        FileSplit rest = assigned.get(0).from(5);
        assigned.clear();
        enumerator.addSplitsBack(List.of(rest), 2);
        enumerator.handleSplitRequest(2);
        enumerator.handleSplitRequest(2);
        assertThat(assigned).containsExactly(rest);
        assertThat(finished).containsExactly(0, 2);
        enumerator.close();
    }

    @Test
    void sizesFollowInputAndParallelism() {
        assertThat(FileSplitEnumerator.derive(11_000, 7)).isEqualTo(1 << 20);
        assertThat(FileSplitEnumerator.derive(800 << 20, 4)).isEqualTo(25 << 20);
        assertThat(FileSplitEnumerator.derive(1L << 50, 100)).isEqualTo(64 << 20);
    }

    @Test
    void splitsSurviveTheirBytesAndDamageIsRefused() {
        FileSplitCodec codec = new FileSplitCodec();
        FileSplit split = new FileSplit("/data/ä.txt", 3, Long.MAX_VALUE, 77, 1_700_000_000_000L);
        byte[] bytes = codec.encode(split);
        assertThat(codec.decode(bytes)).isEqualTo(split);
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bytes, bytes.length + 2)))
                .hasMessageContaining("2 bytes too many");
        assertThatThrownBy(() -> new FileSplit("x", 5, 4, 9, 0)).hasMessageContaining("from 5 to 4");
    }

    private void drain(FileSplitEnumerator enumerator) throws Exception {
        finished.clear();
        enumerator.start();
        while (finished.isEmpty()) {
            enumerator.handleSplitRequest(0);
        }
    }

    @Override
    public int parallelism() {
        return 3;
    }

    @Override
    public void assign(int subtask, FileSplit split) {
        assigned.add(split);
    }

    @Override
    public void noMoreSplits(int subtask) {
        finished.add(subtask);
    }

    @Override
    public void totalWork(long units) {
        total = units;
    }
}
