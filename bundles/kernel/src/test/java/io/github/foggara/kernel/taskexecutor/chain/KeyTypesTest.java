package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyTypesTest {
    record Event(long id, String name, Comparable<?> any) {}

    private static Class<?> of(KeySelector<Event, ?> selector) {
        return KeyTypes.of(new OperatorSpec.KeyedProcessSpec(selector, null));
    }

    private static <K> KeySelector<Event, K> always(K key) {
        return event -> key;
    }

    @Test
    void whatTheCompilerKeptIsKnown() {
        assertThat(of((KeySelector<Event, Long>) Event::id)).isEqualTo(Long.class);
        assertThat(of((KeySelector<Event, String>) Event::name)).isEqualTo(String.class);
        assertThat(of((KeySelector<Event, Integer>) event -> event.name().length()))
                .isEqualTo(Integer.class);
        assertThat(of(new KeySelector<Event, List<String>>() {
                    @Override
                    public List<String> key(Event event) {
                        return List.of(event.name());
                    }
                }))
                .isEqualTo(List.class);
    }

    @Test
    void whatItDidNotKeepMayBeAnything() {
        assertThat(of(always(5L))).isEqualTo(Object.class);
        assertThat(of(Event::any).isAssignableFrom(Long.class)).isTrue();
        assertThat(KeyTypes.of(new OperatorSpec.CollectionSpec(List.of()))).isEqualTo(Object.class);
    }
}
