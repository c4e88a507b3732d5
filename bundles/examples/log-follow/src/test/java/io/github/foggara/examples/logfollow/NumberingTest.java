package io.github.foggara.examples.logfollow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeyedProcessFunction.Context;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NumberingTest {
    /** One value per key, as an engine keeps it. */
    private static final class Keyed implements RuntimeContext, ValueState<Long>, Context<String> {
        private final Map<String, Long> values = new HashMap<>();
        private String key;

        @Override
        @SuppressWarnings("unchecked")
        public <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) {
            assertThat(descriptor.type()).isEqualTo(Long.class);
            return (ValueState<T>) this;
        }

        @Override
        public String currentKey() {
            return key;
        }

        @Override
        public Long value() {
            return values.get(key);
        }

        @Override
        public void update(Long value) {
            values.put(key, value);
        }

        @Override
        public void clear() {
            values.remove(key);
        }

        @Override
        public String jobName() {
            return "test";
        }

        @Override
        public String operatorName() {
            return "number";
        }

        @Override
        public int subtask() {
            return 0;
        }

        @Override
        public int parallelism() {
            return 1;
        }

        @Override
        public int attempt() {
            return 0;
        }

        @Override
        public <S> S service(Class<S> type, String filter) {
            throw new IllegalStateException("no services here");
        }
    }

    @Test
    void eachKeyHasNumbersOfItsOwnAndAnotherAttemptGoesOnWithThem() {
        Keyed state = new Keyed();
        List<Numbered> rows = new ArrayList<>();
        String[] lines = {"a 1", "b 1", "a 2", "a 3", "b 2"};
        for (int i = 0; i < lines.length; i++) {
            Numbering attempt = new Numbering();
            attempt.open(state);
            state.key = lines[i].substring(0, 1);
            attempt.process(new Entry(state.key, lines[i]), state, rows::add);
        }
        assertThat(rows)
                .containsExactly(
                        new Numbered("a", 1, "a 1"),
                        new Numbered("b", 1, "b 1"),
                        new Numbered("a", 2, "a 2"),
                        new Numbered("a", 3, "a 3"),
                        new Numbered("b", 2, "b 2"));
    }
}
