package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.plan.PlanOperator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shares of subtasks that run in TaskManagers. */
class MemorySharesTest {
    private static final MemoryShares SHARES = new MemoryShares(
            Optional.empty(),
            Map.of(new PlanOperator("small", "small", 2, null), 10L, new PlanOperator("large", "large", 4, null), 30L));

    private static Place place(String name, long memory, int slots) {
        return Place.at(new byte[0]).in(name, new Place.Room(memory, slots));
    }

    @Test
    void aSubtaskTakesItsPartOfASlot() {
        assertThat(SHARES.limits(List.of(place("one", 4000, 10)))).isEqualTo(Map.of("small", 100L, "large", 300L));
    }

    @Test
    void theSmallestSlotCounts() {
        assertThat(SHARES.limits(List.of(place("one", 4000, 10), place("two", 4000, 20), place("three", 100_000, 2))))
                .isEqualTo(Map.of("small", 50L, "large", 150L));
    }

    @Test
    void atLeastWhatIsNeeded() {
        assertThat(SHARES.limits(List.of(place("one", 100, 10)))).isEqualTo(Map.of("small", 10L, "large", 30L));
    }

    @Test
    void withoutNeedsNothingIsLimited() {
        assertThat(MemoryShares.NONE.limits(List.of(place("one", 100, 10)))).isEmpty();
        assertThat(MemoryShares.NONE.trouble(place("one", 0, 1), List.of(List.of("other"))))
                .isEmpty();
    }

    @Test
    void whatDoesNotFitIntoItsTaskManagerIsTold() {
        List<List<String>> subtasks = List.of(List.of("small", "other"), List.of("large"), List.of("large"));
        assertThat(SHARES.trouble(place("one", 70, 2), subtasks)).isEmpty();
        assertThat(SHARES.trouble(place("one", 69, 2), subtasks))
                .contains("TaskManager one", "at least 70 bytes", "it has 69 bytes", "taskmanager.memory.managed.size");
    }
}
