package io.github.foggara.connector.file.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.connector.file.FileMark;
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
    void aRestoredEnumeratorHandsOutWhatTheFormerHadNot() throws Exception {
        Files.write(dir.resolve("a"), new byte[100]);
        Files.write(dir.resolve("b"), new byte[0]);
        Files.write(dir.resolve("c"), new byte[30]);
        Files.write(dir.resolve("d.gz"), new byte[5]);
        drain(enumerator());
        List<FileSplit> all = List.copyOf(assigned);
        for (int taken = 0; taken <= all.size(); taken++) {
            assigned.clear();
            FileSplitEnumerator former = enumerator();
            former.start();
            for (int i = 0; i < taken; i++) {
                former.handleSplitRequest(i % 3);
            }
            byte[] state = former.snapshot(4);
            Files.writeString(dir.resolve("new" + taken), "not of this job");
            total = 0;
            drain(enumerator().restore(state));
            assertThat(assigned).as("%d taken", taken).isEqualTo(all);
            assertThat(total).isEqualTo(135);
            Files.delete(dir.resolve("new" + taken));
        }
    }

    @Test
    void whatWasGivenBackIsPartOfTheState() throws Exception {
        Files.write(dir.resolve("a"), new byte[20]);
        FileSplitEnumerator former = enumerator();
        drain(former);
        FileSplit rest = assigned.get(1).from(19);
        former.addSplitsBack(List.of(rest), 0);
        assigned.clear();
        drain(enumerator().restore(former.snapshot(1)));
        assertThat(assigned).containsExactly(rest);
    }

    @Test
    void aStateThatIsCutLongerOrNonsenseIsRefused() throws Exception {
        Files.write(dir.resolve("a"), new byte[20]);
        FileSplitEnumerator former = enumerator();
        former.start();
        former.handleSplitRequest(0);
        former.addSplitsBack(List.copyOf(assigned), 0);
        byte[] state = former.snapshot(1);
        for (int length = 0; length <= state.length + 1; length++) {
            byte[] other = Arrays.copyOf(state, length);
            if (length != state.length) {
                assertThatThrownBy(() -> enumerator().restore(other)).isInstanceOf(IllegalArgumentException.class);
            }
        }
        byte[] beyond = new FileSplitState(20, 7, 20, List.of(new InputFile(dir, 20, 0)), List.of()).encode();
        assertThatThrownBy(() -> enumerator().restore(beyond)).hasMessageContaining("Not the state");
        state[0] = 2;
        assertThatThrownBy(() -> enumerator().restore(state)).hasMessageContaining("version 2");
    }

    private FileSplitEnumerator enumerator() {
        return new FileSplitEnumerator(dir.toString(), 7, true, this);
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
        FileSplit followed = new FileSplit("/log", 3, 5, 9, 0, new FileMark("64769", "12", 5, -7));
        assertThat(codec.decode(codec.encode(followed))).isEqualTo(followed);
        byte[] longHead = codec.encode(followed);
        longHead[longHead.length - 6] = 1;
        assertThatThrownBy(() -> codec.decode(longHead)).hasMessageContaining("0 to 256 bytes, not 261");
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
