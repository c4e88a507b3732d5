package io.github.foggara.kernel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.task.MemoryReservation;
import org.junit.jupiter.api.Test;

class ManagedMemoryTest {
    private static final JobId ONE = new JobId(0, 1);
    private static final JobId OTHER = new JobId(0, 2);

    private final ManagedMemory memory = new ManagedMemory(100 << 20);

    private MemoryReservation reserve(JobId job, String holder, int minimum, int wanted) {
        return memory.reserve(job, holder, (long) minimum << 20, (long) wanted << 20);
    }

    @Test
    void givesWhatIsWantedOrWhatIsFree() {
        assertThat(reserve(ONE, "a", 10, 60).bytes()).isEqualTo(60 << 20);
        assertThat(reserve(ONE, "b", 10, 60).bytes()).isEqualTo(40 << 20);
        assertThat(memory.free()).isZero();
    }

    @Test
    void takesBackOnce() {
        MemoryReservation first = reserve(ONE, "a", 1, 60);
        MemoryReservation same = reserve(ONE, "a", 1, 40);
        first.close();
        first.close();
        assertThat(memory.free()).isEqualTo(60 << 20);
        same.close();
        assertThat(memory.free()).isEqualTo(memory.total());
    }

    @Test
    void tellsWhoHoldsHowMuchIfTooLittleIsFree() {
        reserve(ONE, "'sort' of daily (1/2)#0", 1, 30);
        reserve(OTHER, "'sort' of weekly (1/1)#3", 1, 65);
        assertThatThrownBy(() -> reserve(ONE, "'sort' of daily (2/2)#0", 10, 60))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'sort' of daily (2/2)#0 needs 10 mb of bulk memory, and 5 mb of 100 mb are free")
                .hasMessageContaining("65 mb 'sort' of weekly (1/1)#3, 30 mb 'sort' of daily (1/2)#0")
                .hasMessageContaining("taskmanager.memory.managed.size");
        assertThat(memory.free()).isEqualTo(5 << 20);
    }

    @Test
    void namesOnlyTheLargestHolders() {
        for (int i = 1; i <= 12; i++) {
            reserve(ONE, "holder-" + i, i, i);
        }
        assertThatThrownBy(() -> reserve(ONE, "late", 90, 90))
                .hasMessageContaining("12 mb holder-12")
                .hasMessageNotContaining("holder-2,")
                .hasMessageContaining(", and 2 more");
    }

    @Test
    void aSmallerSizeTakesNothingAway() {
        MemoryReservation held = reserve(ONE, "a", 1, 60);
        memory.resize(50 << 20);
        assertThat(held.bytes()).isEqualTo(60 << 20);
        assertThatThrownBy(() -> reserve(ONE, "b", 1, 1)).hasMessageContaining("and 0 bytes of 50 mb are free");
        held.close();
        assertThat(reserve(ONE, "b", 1, 60).bytes()).isEqualTo(50 << 20);
    }

    @Test
    void tellsJobsApart() {
        reserve(ONE, "a", 1, 30);
        reserve(OTHER, "b", 1, 20);
        assertThat(memory.heldByOthers(ONE)).isEqualTo(20 << 20);
        assertThat(memory.heldByOthers(OTHER)).isEqualTo(30 << 20);
    }

    @Test
    void refusesBytesThatAreNone() {
        assertThatThrownBy(() -> memory.reserve(ONE, "a", -1, 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> memory.reserve(ONE, "a", 6, 5)).hasMessageContaining("6 to 5");
        assertThat(memory.reserve(ONE, "a", 0, 0).bytes()).isZero();
    }
}
