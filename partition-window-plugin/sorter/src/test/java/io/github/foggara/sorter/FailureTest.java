package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever fails, or whenever it is cancelled: the error comes through, and nothing is left. */
class FailureTest {
    private final List<Entry> entries = new ArrayList<>(Keys.RANDOM.entries(1300, 70, new Random(1)));

    {
        entries.add(800, new Entry(new byte[50_000], new byte[60_000]));
        entries.add(1100, new Entry(new byte[] {5}, new byte[60_000]));
    }

    private void run(ExternalSorter sorter) throws Exception {
        Entry.add(sorter, entries);
        SortedRecords records = sorter.finish();
        while (records.advance()) {
            assertThat(records.keyLength() >= 0).isTrue();
        }
    }

    private static ExternalSorter sorter(MemorySpace space, Later later) {
        return new ExternalSorter(new SorterOptions(SorterOptions.LEAST_MEMORY, 3, space, later, later));
    }

    static void checkNothingIsLeft(ExternalSorter sorter, MemorySpace space, Later later) {
        sorter.close();
        assertThat(sorter.released().toCompletableFuture()).isDone();
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
        assertThat(space.open).isZero();
        later.runAll();
        sorter.close();
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
        assertThat(space.open).isZero();
    }

    @Test
    void passesOnWhateverFailsAndLeavesNothing() throws Exception {
        MemorySpace whole = new MemorySpace();
        Later later = new Later();
        ExternalSorter first = sorter(whole, later);
        run(first);
        assertThat(first.mergePasses()).isGreaterThan(2);
        checkNothingIsLeft(first, whole, later);
        for (int failing = 1; failing <= whole.operations; failing++) {
            MemorySpace space = new MemorySpace();
            space.failing = failing;
            Later other = new Later();
            ExternalSorter sorter = sorter(space, other);
            assertThatThrownBy(() -> run(sorter)).hasMessageContaining("planted at operation " + failing);
            checkNothingIsLeft(sorter, space, other);
        }
    }

    @Test
    void canBeCanceledWheneverItWaits() throws Exception {
        Later whole = new Later();
        MemorySpace wholeSpace = new MemorySpace();
        ExternalSorter first = sorter(wholeSpace, whole);
        run(first);
        checkNothingIsLeft(first, wholeSpace, whole);
        for (int at = 1; at <= whole.waits; at++) {
            MemorySpace space = new MemorySpace();
            Later later = new Later();
            later.canceledAt = at;
            ExternalSorter sorter = sorter(space, later);
            assertThatThrownBy(() -> run(sorter)).hasMessageContaining("cancelled at wait");
            checkNothingIsLeft(sorter, space, later);
        }
    }

    @Test
    void canBeClosedBetweenAnyTwoRecords() throws Exception {
        for (int count = 0; count < entries.size(); count += 37) {
            MemorySpace space = new MemorySpace();
            Later later = new Later();
            ExternalSorter sorter = sorter(space, later);
            Entry.add(sorter, entries.subList(0, count));
            checkNothingIsLeft(sorter, space, later);
        }
        for (int count = 0; count < entries.size(); count += 173) {
            MemorySpace space = new MemorySpace();
            Later later = new Later();
            ExternalSorter sorter = sorter(space, later);
            Entry.add(sorter, entries);
            SortedRecords records = sorter.finish();
            records.skip(count, () -> {});
            checkNothingIsLeft(sorter, space, later);
        }
    }

    @Test
    void saysSoIfAnExecutorRefusesAndLeavesNothing() throws Exception {
        MemorySpace space = new MemorySpace();
        Later later = new Later();
        ExternalSorter sorter = new ExternalSorter(new SorterOptions(
                SorterOptions.LEAST_MEMORY,
                3,
                space,
                work -> {
                    throw new java.util.concurrent.RejectedExecutionException("full");
                },
                later));
        assertThatThrownBy(() -> run(sorter)).hasMessage("full");
        checkNothingIsLeft(sorter, space, later);
    }
}
