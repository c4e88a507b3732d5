package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AreaScanTest {
    private final Shares shares = new Shares(1 << 20, 2);
    private final PagePool pool = new PagePool(new Memory(1 << 20), shares.pageSize());

    /** An area makes room for eight pages at first: with exactly so many there is nothing behind the last one. */
    @Test
    void staysAtTheEndHoweverOftenItIsAsked() {
        for (int pages = 0; pages <= 9; pages++) {
            RecordArea area = new RecordArea(pool, shares, null);
            byte[] key = new byte[20];
            int added = 0;
            while (area.pageCount() < pages) {
                assertThat(area.add(key, 0, 20, new byte[400], 0, 400)).isTrue();
                added++;
            }
            area.seal();
            KeyOrder order = new KeyOrder();
            order.use(area);
            AreaScan scan = new AreaScan(area, order);
            int seen = 0;
            while (scan.next()) {
                seen++;
            }
            assertThat(seen).isEqualTo(added);
            assertThat(scan.next()).isFalse();
            assertThat(scan.next()).isFalse();
            area.holders().letGo();
        }
    }
}
