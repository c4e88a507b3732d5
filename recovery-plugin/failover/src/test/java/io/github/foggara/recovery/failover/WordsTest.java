package io.github.foggara.recovery.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.OptionType;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "1, 1 ms",
        "1500, 1500 ms",
        "2000, 2 s",
        "90000, 90 s",
        "120000, 2 min",
        "7200000, 2 h",
        "86400000, 1 d"
    })
    void aDurationIsSaidAsItIsWritten(long millis, String words) {
        assertThat(Words.duration(Duration.ofMillis(millis))).isEqualTo(words);
        assertThat(OptionType.DURATION.parser().apply(words)).isEqualTo(Duration.ofMillis(millis));
    }
}
