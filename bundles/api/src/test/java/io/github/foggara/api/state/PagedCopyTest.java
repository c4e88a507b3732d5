package io.github.foggara.api.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PagedCopyTest {
    private static final int SLOTS = 64 * PagedCopy.PAGE + 1;

    @Test
    void pagesAreAsTheyWere() {
        long[] longs = new long[2 * SLOTS];
        Object[] objects = new Object[SLOTS];
        objects[SLOTS - 1] = "last";
        PagedCopy copy = new PagedCopy(SLOTS, longs, null, objects);
        copy.beforeChange(SLOTS - 1);
        objects[SLOTS - 1] = "changed";
        copy.beforeChange(SLOTS - 1);
        objects[SLOTS - 1] = "changed again";
        copy.beforeChange(0);
        longs[1] = 7;

        assertThat(copy.pages()).isEqualTo(65);
        assertThat(copy.slots(64)).isOne();
        assertThat((Object[]) copy.take(64)[2]).containsExactly("last");
        assertThat((long[]) copy.take(0)[0]).hasSize(2 * PagedCopy.PAGE).containsOnly(0);
        assertThat(copy.take(1)[1]).isNull();
        assertThatThrownBy(() -> copy.take(0)).isInstanceOf(IllegalStateException.class);
        copy.beforeChange(0);
        assertThatThrownBy(() -> copy.take(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void otherArraysAreRefused() {
        assertThatThrownBy(() -> new PagedCopy(3, new long[4])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PagedCopy(3, new byte[3])).isInstanceOf(IllegalArgumentException.class);
    }

    /** Two threads at the same pages: neither the order of pages nor their content may show a change. */
    @Test
    void noTornPageIsTaken() throws Exception {
        long[] cells = new long[2 * SLOTS];
        Random random = new Random(3);
        for (int round = 1; round <= 300; round++) {
            long[] then = cells.clone();
            PagedCopy copy = new PagedCopy(SLOTS, cells);
            CountDownLatch begun = new CountDownLatch(1);
            List<long[]> taken = new ArrayList<>();
            Thread reader = new Thread(() -> {
                begun.countDown();
                for (int page = 0; page < copy.pages(); page++) {
                    taken.add((long[]) copy.take(page)[0]);
                }
            });
            reader.start();
            begun.await();
            while (reader.isAlive()) {
                int slot = random.nextInt(SLOTS);
                copy.beforeChange(slot);
                cells[2 * slot] = round;
                cells[2 * slot + 1] = -round;
            }
            reader.join();
            int at = 0;
            for (long[] page : taken) {
                assertThat(page).isEqualTo(Arrays.copyOfRange(then, at, at + page.length));
                at += page.length;
            }
            assertThat(at).isEqualTo(then.length);
        }
    }

    @Test
    void slotsComeInTheOrderOfTheirGroups() throws Exception {
        int slots = 64 * PagedCopy.PAGE + 3;
        long[] cells = new long[2 * slots];
        int[] numbers = new int[slots];
        Object[] texts = new Object[slots];
        for (int i = 0; i < slots; i++) {
            cells[2 * i] = i % 3 == 0 ? 0 : i;
            cells[2 * i + 1] = -i;
            numbers[i] = 7 * i;
            texts[i] = "of " + i;
        }
        GroupedSlots grouped = new GroupedSlots(
                new PagedCopy(slots, cells, null, numbers, texts),
                9,
                (page, index, slot) -> group(((long[]) page[0])[2 * index]));
        int seen = 0;
        for (int group = 0; group < 8; group++) {
            int before = seen;
            long last = 0;
            for (GroupedSlots.Run run = grouped.first(group); run != null; run = run.next()) {
                for (int i = 0; i < run.size(); i++) {
                    long value = ((long[]) run.page()[0])[2 * i];
                    assertThat(group(value)).isEqualTo(group);
                    assertThat(value).isGreaterThan(last);
                    assertThat(((long[]) run.page()[0])[2 * i + 1]).isEqualTo(-value);
                    assertThat(((int[]) run.page()[2])[i]).isEqualTo((int) (7 * value));
                    assertThat(((Object[]) run.page()[3])[i]).isEqualTo("of " + value);
                    last = value;
                    seen++;
                }
            }
            assertThat(grouped.size(group)).isEqualTo(seen - before);
        }
        assertThat(seen).isEqualTo(slots * 2 / 3);
        assertThat(grouped.size(8)).isZero();
        assertThat(grouped.first(8)).isNull();
    }

    private static int group(long value) {
        return value == 0 ? -1 : (int) (value * 5 % 8);
    }

    @Test
    void whatIsClosedIsNotRead() {
        PagedCopy copy = new PagedCopy(10, new long[10]);
        assertThat(copy.closed()).isFalse();
        copy.close();
        assertThat(copy.closed()).isTrue();
        assertThatThrownBy(() -> new GroupedSlots(copy, 1, (page, index, slot) -> 0))
                .isInstanceOf(IOException.class);
    }
}
