package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.Segment;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
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
        assertThat(segments).hasSize(1);
        RecordArea area = ((LogPart) segments.get(0)).area();
        assertThat(area.pages().length).isPositive();
        Entry.add(sorter, entries.subList(100, 6000));
        assertThat(sorter.runs()).isPositive();
        assertThat(area.pages().length).isZero();
        assertThat(area.entries()).isNull();
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        sorter.close();
        assertThat(sorter.memory().used()).isZero();
    }

    /** As when two subtasks become one: each has a run and a part of a buffer. */
    @Test
    void ofSeveralSnapshotsEqualRecordsComeInTheOrderOfTheSnapshots() throws Exception {
        List<Entry> entries = Keys.EQUAL.entries(5000, 100, new Random(14));
        Checkpoints checkpoints = new Checkpoints();
        List<Segment> all = new ArrayList<>();
        for (List<Entry> half : List.of(entries.subList(0, 2500), entries.subList(2500, 5000))) {
            ExternalSorter former = new ExternalSorter(new SorterOptions(64 << 10, 4, space, later, later));
            Entry.add(former, half);
            List<Segment> segments = checkpoints.take(former);
            assertThat(segments).hasAtLeastOneElementOfType(Run.class).hasAtLeastOneElementOfType(LogPart.class);
            all.addAll(segments);
            former.close();
        }
        for (Segment segment : all) {
            sorter.restore(new ByteArrayInputStream(checkpoints.bytes(segment)), segment, null);
        }
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        sorter.close();
        assertThat(space.files()).isZero();
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
