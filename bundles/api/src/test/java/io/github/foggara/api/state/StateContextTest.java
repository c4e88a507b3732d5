package io.github.foggara.api.state;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.plugin.Configuration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateContextTest {
    private static StateContext keyedBy(Class<?> type) {
        return new StateContext(
                "count", "count-uid", type, 128, new KeyGroupRange(0, 127), null, null, new Configuration(Map.of()));
    }

    @Test
    void aKeyOfTheOperatorsTypeIsTakenOver() {
        assertThatCode(() -> keyedBy(Long.class).checkKey("seen", 1L)).doesNotThrowAnyException();
        assertThatCode(() -> keyedBy(Number.class).checkKey("seen", 1L)).doesNotThrowAnyException();
        assertThatCode(() -> keyedBy(Object.class).checkKey("seen", "any")).doesNotThrowAnyException();
    }

    @Test
    void anotherOneIsRefusedWithWhatToDo() {
        assertThatThrownBy(() -> keyedBy(Long.class).checkKey("seen", "text"))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'seen'", "'count-uid'", "java.lang.String", "java.lang.Long")
                .hasMessageContaining("another uid and set execution.state-recovery.ignore-unclaimed-state=true");
        assertThatThrownBy(() -> keyedBy(Long.class).checkKey("seen", null))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContaining("type null");
    }
}
