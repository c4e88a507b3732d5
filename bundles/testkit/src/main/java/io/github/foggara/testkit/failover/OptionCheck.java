package io.github.foggara.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import java.util.ArrayList;
import java.util.List;

/** What a form needs of options. */
final class OptionCheck {
    private OptionCheck() {}

    static void check(OptionSet set) {
        List<String> keys = new ArrayList<>();
        for (Option<?> option : set.options()) {
            keys.add(option.key());
            assertThat(option.description()).as(option.key()).isNotBlank();
            assertFallback(option);
        }
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(set.owner()).isNotBlank();
    }

    private static <T> void assertFallback(Option<T> option) {
        assertThat(option.fallback() == null || option.accepts().test(option.fallback()))
                .as("default of %s", option.key())
                .isTrue();
    }
}
