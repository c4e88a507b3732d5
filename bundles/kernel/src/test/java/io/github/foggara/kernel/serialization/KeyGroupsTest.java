package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeyGroupsTest {
    private final KeyGroups groups = new KeyGroups(128, 7);

    private static final class PlainObject {}

    private record Place(String town, Samples.Colour colour, LocalDate day, List<Object> more) {}

    /** Written down once: a change moves every key of every job to another group. */
    @Test
    void groupsAreTheSameInEveryVersion() {
        List<Object> keys = List.of(
                "word",
                42,
                42L,
                true,
                'x',
                1.5,
                new BigDecimal("1.20"),
                new UUID(1, 2),
                Samples.Colour.GREEN,
                new Place("Adrar", Samples.Colour.RED, LocalDate.of(2026, 1, 2), List.of(1, "a", ZoneOffset.UTC)),
                List.of("a", 1),
                Set.of("a", "b", Samples.Colour.RED),
                Map.of("a", 1, Samples.Colour.RED, 2),
                Optional.of("o"));
        assertThat(keys.stream().map(groups::group).toList()).isEqualTo(GOLDEN);
    }

    private static final List<Integer> GOLDEN = List.of(18, 4, 4, 7, 4, 69, 28, 66, 50, 72, 123, 122, 98, 92);

    @Test
    void equalKeysOfDifferentClassesHaveOneGroup() {
        assertThat(groups.group(new LinkedHashSet<>(List.of("b", "a")))).isEqualTo(groups.group(Set.of("a", "b")));
        assertThat(groups.group(new java.util.ArrayList<>(List.of(1)))).isEqualTo(groups.group(List.of(1)));
    }

    @Test
    void aPrimitiveLongHasTheGroupOfItsBox() {
        for (long key = -1000; key < 1000; key++) {
            assertThat(groups.group(key)).isEqualTo(groups.group((Object) key));
        }
    }

    @Test
    void anEnumGoesByItsName() {
        assertThat(groups.group(Samples.Colour.RED)).isEqualTo(groups.group("RED"));
    }

    @Test
    void keysWithoutAStableHashAreRefused() {
        assertThatThrownBy(() -> groups.group(new PlainObject()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PlainObject")
                .hasMessageContaining("Make it a record");
        assertThatThrownBy(() -> groups.group(new byte[0])).hasMessageContaining("byte[]");
        assertThatThrownBy(() -> groups.group(List.of(new int[0]))).hasMessageContaining("int[]");
        assertThatThrownBy(() -> groups.group((Object) null)).hasMessageContaining("null");
    }

    @Test
    void closeKeysSpreadEvenly() {
        int[] counts = new int[128];
        for (int key = 0; key < 128_000; key++) {
            counts[groups.group((Object) key)]++;
        }
        assertThat(counts).satisfies(all -> {
            for (int count : all) {
                assertThat(count).isBetween(800, 1200);
            }
        });
    }

    @Test
    void rangesCoverAllGroupsOnce() {
        for (int max : List.of(1, 7, 128, 1000)) {
            for (int parallelism = 1; parallelism <= Math.min(max, 40); parallelism++) {
                for (int group = 0; group < max; group++) {
                    int subtask = KeyGroups.subtask(group, max, parallelism);
                    assertThat(group)
                            .isGreaterThanOrEqualTo(KeyGroups.firstGroup(subtask, max, parallelism))
                            .isLessThan(KeyGroups.firstGroup(subtask + 1, max, parallelism));
                }
            }
        }
    }

    @Test
    void aParallelismAboveTheMaximumIsRefused() {
        assertThatThrownBy(() -> new KeyGroups(4, 5)).hasMessageContaining("maximum parallelism 4, not 5");
        assertThatThrownBy(() -> new KeyGroups(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
