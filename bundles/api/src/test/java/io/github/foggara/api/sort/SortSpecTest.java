package io.github.foggara.api.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SortSpecTest {
    @Test
    void criteriaHaveAStableText() {
        SortSpec spec = new SortSpec(
                List.of(
                        SortCriterion.field("customer.name", Order.DESCENDING, NullOrder.AUTO),
                        SortCriterion.selector(1, Order.ASCENDING, NullOrder.LAST)),
                10);
        assertThat(spec.parameters())
                .isEqualTo(Map.of(
                        "sort.0", "descending auto field customer.name",
                        "sort.1", "ascending last function 1",
                        "limit", "10"));
        assertThat(SortSpec.of(spec.parameters())).isEqualTo(spec);
    }

    @Test
    void withoutCriteriaAndLimitNothingIsSaid() {
        SortSpec spec = new SortSpec(List.of(), SortSpec.ALL);
        assertThat(spec.parameters()).isEmpty();
        assertThat(SortSpec.of(Map.of("keyed", "true"))).isEqualTo(spec);
    }

    @Test
    void moreThanTenCriteriaKeepTheirOrder() {
        List<SortCriterion> criteria = java.util.stream.IntStream.range(0, 12)
                .mapToObj(i -> SortCriterion.field("c" + i, Order.ASCENDING, NullOrder.FIRST))
                .toList();
        assertThat(SortSpec.of(new SortSpec(criteria, 1).parameters()).criteria())
                .isEqualTo(criteria);
    }

    @Test
    void whatIsNoCriterionIsRefused() {
        for (String text :
                List.of("", "ascending", "ascending auto name", "up auto field a", "ascending auto function x")) {
            assertThatThrownBy(() -> SortCriterion.parse(text)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new SortSpec(List.of(), 0)).hasMessageContaining("not 0");
        assertThatThrownBy(() -> SortCriterion.field(" ", Order.ASCENDING, NullOrder.AUTO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SortCriterion.selector(-1, Order.ASCENDING, NullOrder.AUTO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
