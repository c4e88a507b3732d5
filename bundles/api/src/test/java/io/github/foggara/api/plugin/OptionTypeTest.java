package io.github.foggara.api.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTypeTest {
    private static final Option<Double> FACTOR = new Option<>(
            "some.factor",
            OptionType.DOUBLE,
            0.5,
            "from 0 to 1",
            f -> f >= 0 && f <= 1,
            TakesEffect.NEXT_FAILURE,
            "Something.");

    @ParameterizedTest
    @CsvSource({"2, 2", "1.5, 1.5", "-0.25, -0.25", "1e-3, 0.001", "' 7.0 ', 7"})
    void aNumberIsRead(String text, double value) {
        assertThat(OptionType.DOUBLE.parser().apply(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "Infinity", "-Infinity", "1e999", "1e2147483647", "0x1p3", "1.5d", "1,5", "one"})
    void whatIsNotAFiniteNumberIsRefused(String text) {
        assertThatThrownBy(() -> OptionType.DOUBLE.parser().apply(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNumberOutsideItsRangeIsRefusedInWords() {
        assertThat(FACTOR.parse("1")).isEqualTo(1);
        assertThatThrownBy(() -> FACTOR.parse("1.01"))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessage("The option some.factor must be a number such as 1.5, from 0 to 1; '1.01' is not");
    }
}
