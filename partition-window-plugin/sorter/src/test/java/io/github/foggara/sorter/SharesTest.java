package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SharesTest {
    @Test
    void hasRoomForARecordPerBufferAndForTwoRunsWithTheLeastMemory() {
        for (int fan : new int[] {2, 3, 16, 128, 5000}) {
            Shares shares = new Shares(SorterOptions.LEAST_MEMORY, fan);
            assertThat(shares.allows(1, 1)).isTrue();
            assertThat(shares.pageSize()).isEqualTo(4096);
            assertThat(shares.forMerging(5, 32 * 40)).isGreaterThanOrEqualTo(4L * shares.blockSize());
        }
    }

    @Test
    void neverPlansMoreThanThereIs() {
        Random random = new Random(2);
        for (int i = 0; i < 20_000; i++) {
            long budget = SorterOptions.LEAST_MEMORY
                    + (random.nextBoolean() ? random.nextInt(1 << 20) : random.nextInt(1 << 30));
            Shares shares = new Shares(budget, 2 + random.nextInt(300));
            for (int plans = 0; plans < 4; plans++) {
                int pages = fill(shares, random);
                int records = filled;
                shares.plan(pages, records, Math.max(records, (long) pages * shares.pageSize() - random.nextInt(4096)));
                assertThat(shares.capacity()).isGreaterThanOrEqualTo(records);
                assertThat(shares.allows(pages, records)).isTrue();
                long taken =
                        2L * pages * shares.pageSize() + Shares.ENTRY * shares.capacity() + 2L * shares.blockSize();
                assertThat(taken).isLessThanOrEqualTo(budget);
            }
        }
    }

    private int filled;

    /** As a buffer does, with records of one size; perhaps it is not full. */
    private int fill(Shares shares, Random random) {
        int perPage = 1 + random.nextInt(random.nextBoolean() ? 10 : shares.pageSize() / 2);
        int pages = 1;
        filled = 1;
        int most = random.nextInt(3) == 0 ? random.nextInt(5) : Integer.MAX_VALUE;
        while (pages < most) {
            filled = Math.min((int) Math.min(1 << 28, (long) pages * perPage), shares.recordLimit(pages));
            if (filled < (long) pages * perPage || !shares.allows(pages + 1, filled + 1)) {
                break;
            }
            pages++;
            filled++;
        }
        return pages;
    }

    @Test
    void givesTheIndexAboutWhatTheSizeOfTheRecordsAsksFor() {
        Shares shares = new Shares(256L << 20, 128);
        int perPage = shares.pageSize() / 110;
        int pages = 1;
        while (shares.allows(pages + 1, (pages + 1) * perPage)) {
            pages++;
        }
        int records = pages * perPage;
        shares.plan(pages, records, 110L * records);
        assertThat(2.0 * pages * shares.pageSize() / (256 << 20)).isBetween(0.80, 0.84);
        assertThat(shares.plan(pages, records, 110L * records)).isFalse();
        assertThat(shares.plan(pages, records / 2, 110L * records)).isTrue();
    }

    /** As one before a record that is larger than the memory. */
    @Test
    void aBufferThatWasGivenUpEarlyTellsTheSizeOfItsRecordsNonetheless() {
        Shares shares = new Shares(128L << 20, 128);
        shares.plan(1, 10, 220);
        assertThat((long) shares.capacity())
                .isBetween((127L << 20) / (2 * 22 + Shares.ENTRY), (128L << 20) / (2 * 22 + Shares.ENTRY));
    }
}
