package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys that are records are equal if all their components are. */
class RecordKeysTest {
    /** Equal to others by what it says itself. */
    private record AnyCase(String text) {
        @Override
        public boolean equals(Object other) {
            return other instanceof AnyCase name && name.text.equalsIgnoreCase(text);
        }

        @Override
        public int hashCode() {
            return text.toLowerCase(Locale.ROOT).hashCode();
        }
    }

    private record Holder(List<String> more, AnyCase name) {}

    private record LowerCase(String text) {
        LowerCase {
            text = text.toLowerCase(Locale.ROOT);
        }
    }

    private record Inner(int number, LowerCase name) {}

    /** Contains itself. */
    private record Chain(int number, Chain next, Chain other) {}

    @TempDir
    private Path directory;

    private Operators operators;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    private List<Integer> sums(KeySelector<Integer, ?> key) throws Exception {
        TaskSetting setting = operators
                .setting(Integer.class)
                .with(InMemoryStateTypes.turned(
                        0, List.of(AnyCase.class, Holder.class, LowerCase.class, Inner.class, Chain.class)))
                .with(WindowOptions.KEYED_MEMORY.key(), "" + SortMemory.LEAST);
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(operators.keyed("aggregate", Map.of(), key, new Folds.Sum()), setting)) {
            harness.run(List.of(1, 2, 3));
            return harness.output();
        }
    }

    private static String text(int record) {
        return record % 2 == 0 ? "foggara" : "FOGGARA";
    }

    @Test
    void equalComponentsMakeOneKey() throws Exception {
        assertThat(sums(record -> new Inner(7, new LowerCase(text(record))))).containsExactly(6);
        assertThat(sums(record -> new Inner(record % 2, new LowerCase(text(record)))))
                .containsExactlyInAnyOrder(2, 4);
        assertThat(sums(record -> new Chain(1, new Chain(record % 2, null, null), null)))
                .containsExactlyInAnyOrder(2, 4);
    }

    @Test
    void aRecordWithAnEqualityOfItsOwnIsRefused() {
        for (KeySelector<Integer, Object> key : List.<KeySelector<Integer, Object>>of(
                record -> new AnyCase(text(record)), record -> new Holder(List.of(), new AnyCase(text(record))))) {
            assertThatThrownBy(() -> sums(key))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(AnyCase.class.getName(), "defines equals itself", "key selector");
        }
    }
}
