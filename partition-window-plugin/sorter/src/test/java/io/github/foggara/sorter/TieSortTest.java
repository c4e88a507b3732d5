package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class TieSortTest {
    private static final int SMALL_STACK = 192 << 10;

    private final MemorySpace space = new MemorySpace();
    private final Later later = new Later();

    private List<Entry> sort(List<Entry> entries) throws Exception {
        try (ExternalSorter sorter = new ExternalSorter(new SorterOptions(64 << 20, 2, space, later, later))) {
            Entry.add(sorter, entries);
            List<Entry> sorted = Entry.rest(sorter.finish());
            assertThat(space.created).as("all was in one buffer").isZero();
            return sorted;
        }
    }

    private void checkOnASmallStack(List<Entry> entries) throws Exception {
        Collections.shuffle(entries, new Random(1));
        FutureTask<List<Entry>> sorted = new FutureTask<>(() -> sort(entries));
        Thread thread = new Thread(null, sorted, "sort", SMALL_STACK);
        thread.start();
        thread.join();
        assertThat(sorted.get()).isEqualTo(Entry.sorted(entries));
    }

    /** Each is the beginning of all longer ones, and those differ only further on: as many levels of ties as keys. */
    @Test
    void needsNoDeepStackForKeysThatBeginEachOther() throws Exception {
        List<Entry> entries = new ArrayList<>();
        for (int length = 0; length < 2500; length++) {
            entries.add(new Entry(new byte[length], new byte[] {(byte) length}));
        }
        checkOnASmallStack(entries);
    }

    /** On each level one key more leaves the others. */
    @Test
    void needsNoDeepStackForKeysThatPartOneByOne() throws Exception {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            byte[] key = new byte[8 * i + 16];
            Arrays.fill(key, (byte) 7);
            key[8 * i] = (byte) (i % 2 * 14);
            entries.add(new Entry(key, new byte[] {(byte) i}));
            entries.add(new Entry(key, new byte[] {(byte) (i + 1)}));
        }
        checkOnASmallStack(entries);
    }

    /** Large groups on several levels: none is forgotten, whichever is the largest. */
    @Test
    void sortsGroupsWithinGroups() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            Random random = Keys.random(seed);
            List<Entry> entries = new ArrayList<>();
            for (int i = 0; i < 5000; i++) {
                byte[] key = new byte[random.nextInt(5) * 8 + random.nextInt(3)];
                for (int at = 0; at < key.length; at += 8) {
                    key[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt(3) : 0);
                }
                entries.add(new Entry(key, new byte[] {(byte) i, (byte) (i >> 8)}));
            }
            assertThat(sort(entries)).as("seed " + seed).isEqualTo(Entry.sorted(entries));
        }
    }
}
