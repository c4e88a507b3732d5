package io.github.foggara.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.PagedCopy;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is over is held until the next snapshot, and must not hold the arrays of its moment. */
@Timeout(60)
class HeapKeyedSnapshotTest {
    private HeapKeyedSnapshot snapshot;

    private WeakReference<PagedCopy> begin() {
        PagedCopy copy = new PagedCopy(1, new long[1]);
        snapshot = new HeapKeyedSnapshot(
                List.of(new HeapKeyedSnapshot.Frozen(null, List.of(), KeyForm.LONG, null, copy, null)),
                List.of(),
                null,
                1);
        return new WeakReference<>(copy);
    }

    @Test
    void aClosedSnapshotLetsGoOfItsArrays() {
        WeakReference<PagedCopy> copy = begin();
        snapshot.close();
        for (int i = 0; i < 20 && copy.get() != null; i++) {
            System.gc();
        }
        assertThat(copy.get()).isNull();
        assertThatThrownBy(() -> snapshot.write(group -> OutputStream.nullOutputStream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("given up");
    }
}
