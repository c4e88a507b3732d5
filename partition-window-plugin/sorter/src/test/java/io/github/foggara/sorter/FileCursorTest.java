package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class FileCursorTest {
    private static final byte[] TWO_RECORDS = {1, 1, 'a', 'x', 1, 1, 'b', 'y'};
    private static final byte[] LARGE_ONE_BEGINS = {1, 100, 'c', 1, 2, 3};

    /** As many blocks as there are. */
    private static FileCursor cursor(long records, byte[]... blocks) {
        BlockFeed feed = new BlockFeed() {
            private int next;

            @Override
            public int next() {
                return next == blocks.length ? -1 : blocks[next++].length;
            }

            @Override
            public byte[] bytes() {
                return blocks[Math.max(0, next - 1)];
            }

            @Override
            public void close() {}
        };
        return new FileCursor(feed, "spill file run-7", records);
    }

    private static void checkDamaged(ThrowingCallable work, String what) {
        assertThatThrownBy(work)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("The spill file run-7 is damaged: ")
                .hasMessageContaining(what)
                .hasMessageContaining("look at the disk");
    }

    @Test
    void saysWhichRunEndsWhere() throws Exception {
        FileCursor cursor = cursor(5, TWO_RECORDS);
        assertThat(cursor.advance() && cursor.advance()).isTrue();
        checkDamaged(cursor::advance, "it ends after 2 of its 5 records");
    }

    @Test
    void saysWhichRunEndsWithinARecord() throws Exception {
        FileCursor cursor = cursor(3, TWO_RECORDS, LARGE_ONE_BEGINS);
        assertThat(cursor.advance() && cursor.advance() && cursor.advance()).isTrue();
        checkDamaged(() -> cursor.drain(null), "it ends within record 3 of its 3, 97 bytes too early");
    }

    @Test
    void saysWhichRunGoesOnBehindItsEnd() throws Exception {
        FileCursor cursor = cursor(1, TWO_RECORDS);
        assertThat(cursor.advance()).isTrue();
        checkDamaged(cursor::advance, "it goes on behind the last of its 1 records");
    }
}
