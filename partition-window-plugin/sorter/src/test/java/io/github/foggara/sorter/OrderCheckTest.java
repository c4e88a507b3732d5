package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No sort is wrong in silence. */
class OrderCheckTest {
    /** Yields what it is given. */
    private static final class Listed extends RunCursor {
        private final List<Entry> entries;
        private int next;

        Listed(List<Entry> entries) {
            this.entries = entries;
        }

        @Override
        boolean advance() {
            if (next == entries.size()) {
                return false;
            }
            keyBytes = entries.get(next++).key();
            bytes = keyBytes;
            keyLength = keyBytes.length;
            prefix = RecordFormat.prefix(keyBytes, 0, keyLength);
            return true;
        }

        @Override
        void drain(Sink sink) {}
    }

    private static void emit(List<Entry> entries, int expected) throws Exception {
        LoserTree tree = new LoserTree(new RunCursor[] {new Listed(entries)}, KeyColumns.PREFIX, false);
        SortedRecords records = new SortedRecords(tree, expected);
        while (records.advance()) {
            records.keyLength();
        }
    }

    @Test
    void letsEveryOrderPassThatIsRight() {
        for (Keys keys : Keys.values()) {
            List<Entry> sorted = Entry.sorted(keys.entries(300, 0, new Random(1)));
            assertThatCode(() -> emit(sorted, 300)).doesNotThrowAnyException();
        }
    }

    @Test
    void throwsAtAnyTwoRecordsThatStandTheWrongWayRound() {
        for (Keys keys : Keys.values()) {
            List<Entry> sorted = Entry.sorted(keys.entries(100, 0, new Random(2)));
            for (int i = 1; i < sorted.size(); i++) {
                if (Arrays.equals(sorted.get(i).key(), sorted.get(i - 1).key())) {
                    continue;
                }
                java.util.Collections.swap(sorted, i - 1, i);
                assertThatThrownBy(() -> emit(sorted, 100))
                        .hasMessageContaining("broke the order at record " + (i + 1));
                java.util.Collections.swap(sorted, i - 1, i);
            }
        }
    }

    @Test
    void throwsIfRecordsAreMissingOrTooMany() {
        List<Entry> sorted = Entry.sorted(Keys.RANDOM.entries(10, 0, new Random(3)));
        assertThatThrownBy(() -> emit(sorted, 11)).hasMessageContaining("10 instead of 11");
        assertThatThrownBy(() -> emit(sorted, 9)).hasMessageContaining("more than the 9");
    }
}
