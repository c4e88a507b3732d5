package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.Segment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is left of snapshots and of what they have cut. */
class SnapshotEndTest {
    private final MemorySpace space = new MemorySpace();
    private final Later later = new Later();
    private final ExternalSorter sorter = new ExternalSorter(new SorterOptions(64 << 10, 4, space, later, later));

    /** Segments stay known as long as the checkpoint they were written for. */
    @Test
    void segmentsDoNotKeepPagesThatWereGivenBack() throws Exception {
        List<Entry> entries = Keys.RANDOM.entries(6000, 100, new Random(12));
        Entry.add(sorter, entries.subList(0, 100));
        List<Segment> segments = new Checkpoints().take(sorter);
        assertThat(segments).hasSize(1).allMatch(segment -> ((LogPart) segment).keepsPages());
        Entry.add(sorter, entries.subList(100, 6000));
        assertThat(sorter.runs()).isPositive();
        assertThat(segments).noneMatch(segment -> ((LogPart) segment).keepsPages());
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        sorter.close();
        assertThat(sorter.memory().used()).isZero();
    }

    /** What is open keeps the sorter's files and memory, but makes no other snapshot possible: that would lack what nobody keeps. */
    @Test
    void thereIsNoSnapshotOfAClosedSorterThoughOneIsOpen() throws Exception {
        Entry.add(sorter, Keys.RANDOM.entries(3000, 100, new Random(13)));
        SorterSnapshot open = sorter.snapshot();
        sorter.close();
        assertThatThrownBy(sorter::snapshot)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was closed");
        assertThat(sorter.released().toCompletableFuture()).isNotDone();
        open.close();
        assertThat(sorter.released().toCompletableFuture()).isDone();
        assertThat(space.files()).isZero();
    }
}
