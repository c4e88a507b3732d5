package io.github.foggara.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitsTest {
    @Test
    void durationsChangeTheirUnitAtTheBorder() {
        assertThat(Units.duration(0)).isEqualTo("0.0 s");
        assertThat(Units.duration(59_999)).isEqualTo("59.9 s");
        assertThat(Units.duration(60_000)).isEqualTo("1 min 0 s");
        assertThat(Units.duration(3_599_999)).isEqualTo("59 min 59 s");
        assertThat(Units.duration(3_600_000)).isEqualTo("1 h 0 min");
    }

    @Test
    void aShareIsOnlyWholeWhenAllIsDone() {
        assertThat(Units.share(999, 1000)).isEqualTo("99 %");
        assertThat(Units.share(1000, 1000)).isEqualTo("100 %");
        assertThat(Units.share(0, 0)).isEqualTo("100 %");
        assertThat(Units.share(5, -1)).isEqualTo("?");
        assertThat(Units.share(Long.MAX_VALUE / 2, Long.MAX_VALUE)).isEqualTo("50 %");
    }

    @Test
    void aShortDelayIsExact() {
        assertThat(Units.delay(0)).isEqualTo("0 ms");
        assertThat(Units.delay(999)).isEqualTo("999 ms");
        assertThat(Units.delay(1500)).isEqualTo("1.5 s");
    }

    @Test
    void countsAreGrouped() {
        assertThat(Units.count(1_234_567)).isEqualTo("1,234,567");
    }
}
