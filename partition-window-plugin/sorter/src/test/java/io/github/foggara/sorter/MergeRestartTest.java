package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A sorter that ends between or within the passes before its last merge: it leaves nothing, and the next one goes on from the last
 * snapshot. Passes are told apart by how many came to their end before.
 */
class MergeRestartTest {
    private static final int AT_SNAPSHOT = 1_100;

    private final List<Entry> entries = new ArrayList<>(Keys.FEW.entries(1_800, 70, new Random(1)));
    private final Set<Integer> diedIn = new TreeSet<>();
    /** In one that does not die. */
    private int passes;

    private int operations;
    private int waits;

    /** Larger than the memory: is a run of its own, and so nothing is left in a buffer. */
    {
        entries.add(new Entry(new byte[] {0, 0, 0, 0, 0, 0, 0, 2}, new byte[60_000]));
    }

    /** A sorter that was given all records, with a snapshot on the way. */
    private final class Attempt {
        private final MemorySpace space = new MemorySpace();
        private final Later later = new Later();
        private final Checkpoints checkpoints = new Checkpoints();
        private final ExternalSorter sorter =
                new ExternalSorter(new SorterOptions(SorterOptions.LEAST_MEMORY, 2, space, later, later));
        private final List<Segment> saved;

        Attempt() throws Exception {
            Entry.add(sorter, entries.subList(0, AT_SNAPSHOT));
            saved = checkpoints.take(sorter);
            Entry.add(sorter, entries.subList(AT_SNAPSHOT, entries.size()));
        }

        /** Goes on from what another one has saved. */
        Attempt(Checkpoints from, List<Segment> saved, int given) throws Exception {
            this.saved = saved;
            from.restore(sorter, saved);
            Entry.add(sorter, entries.subList(given, entries.size()));
        }

        void checkYieldsAll() throws Exception {
            assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
            FailureTest.checkNothingIsLeft(sorter, space, later);
        }

        void checkDies(String message) throws Exception {
            assertThatThrownBy(sorter::finish).hasMessageContaining(message);
            diedIn.add(sorter.mergePasses());
            FailureTest.checkNothingIsLeft(sorter, space, later);
        }
    }

    @BeforeEach
    void countWhatThereIsToDo() throws Exception {
        Attempt whole = new Attempt();
        int operationsBefore = whole.space.operations;
        int waitsBefore = whole.later.waits;
        whole.sorter.finish();
        passes = whole.sorter.mergePasses();
        operations = whole.space.operations - operationsBefore;
        waits = whole.later.waits - waitsBefore;
        FailureTest.checkNothingIsLeft(whole.sorter, whole.space, whole.later);
        assertThat(passes).isGreaterThan(3);
    }

    private void checkDiedInAllOf(int count) {
        assertThat(diedIn)
                .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
    }

    @Test
    void goesOnAfterAnyOperationThatFails() throws Exception {
        for (int at = 1; at <= operations; at++) {
            Attempt attempt = new Attempt();
            attempt.space.failing = attempt.space.operations + at;
            attempt.checkDies("planted at operation");
            new Attempt(attempt.checkpoints, attempt.saved, AT_SNAPSHOT).checkYieldsAll();
        }
        checkDiedInAllOf(passes + 1);
    }

    @Test
    void goesOnAfterAnyWaitThatIsCancelled() throws Exception {
        for (int at = 1; at <= waits; at++) {
            Attempt attempt = new Attempt();
            attempt.later.canceledAt = attempt.later.waits + at;
            attempt.checkDies("cancelled at wait");
            new Attempt(attempt.checkpoints, attempt.saved, AT_SNAPSHOT).checkYieldsAll();
        }
        checkDiedInAllOf(passes);
    }

    /** It is closed while a pass goes on elsewhere, and up to then a snapshot was open, which holds runs that are merged already. */
    @Test
    void goesOnIfItWasClosedInTheMiddleOfAPass() throws Exception {
        int opensForTheLastMerge = 2;
        for (int at = 1; at <= operations - opensForTheLastMerge; at++) {
            Attempt attempt = new Attempt();
            SorterSnapshot open = attempt.sorter.snapshot();
            attempt.space.failing = attempt.space.operations + at;
            attempt.space.meanwhile = () -> {
                attempt.checkpoints.writeUnchecked(open.segments());
                open.close();
                attempt.sorter.close();
                attempt.later.gone = true;
            };
            attempt.checkDies("gone in wait");
            new Attempt(attempt.checkpoints, open.segments(), entries.size()).checkYieldsAll();
        }
        checkDiedInAllOf(passes);
    }
}
