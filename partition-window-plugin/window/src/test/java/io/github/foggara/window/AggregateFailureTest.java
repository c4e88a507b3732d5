package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An aggregate whose function throws, in whichever of its methods: the cause is the function's own, and nothing has left. */
class AggregateFailureTest {
    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators.setting(Integer.class);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    private record ThrowAt(String method, Throwable bug) implements AggregateFunction<Integer, Integer, Integer> {
        private Integer unless(String name, Integer value) {
            if (name.equals(method)) {
                throw Sneaky.thrown(bug);
            }
            return value;
        }

        @Override
        public Integer createAccumulator() {
            return unless("createAccumulator", 0);
        }

        @Override
        public Integer add(Integer value, Integer accumulator) {
            return unless("add", accumulator + value);
        }

        @Override
        public Integer result(Integer accumulator) {
            return unless("result", accumulator);
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return unless("merge", left + right);
        }
    }

    private static List<Throwable> bugs() {
        return List.of(new IOException("user bug"), new IllegalStateException("user bug"), new StackOverflowError());
    }

    @Test
    void whatAMethodThrowsLeavesAsItIs() throws Exception {
        KeySelector<Integer, Integer> odd = record -> record % 2;
        for (Throwable bug : bugs()) {
            for (String method : List.of("createAccumulator", "add", "result")) {
                ThrowAt function = new ThrowAt(method, bug);
                for (Operator<Integer, Integer> operator : List.<Operator<Integer, Integer>>of(
                        operators.whole("aggregate", function),
                        operators.keyed("aggregate", Map.of(), odd, function))) {
                    try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(operator, setting)) {
                        assertThatThrownBy(() -> harness.run(List.of(1, 2, 3)))
                                .as(method)
                                .isSameAs(bug);
                        assertThat(harness.output()).isEmpty();
                    }
                }
            }
        }
    }

    /** Two subtasks become one, so their accumulators are merged when it opens. */
    @Test
    void whatMergeThrowsLeavesAsItIs() throws Exception {
        List<StoredSnapshot> former = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(
                    operators.whole("aggregate", new ThrowAt("none", null)), setting.subtask(subtask, 2))) {
                harness.open();
                harness.process(1);
                former.add(harness.snapshot());
            }
        }
        for (Throwable bug : bugs()) {
            try (OperatorHarness<Integer, Integer> harness =
                    new OperatorHarness<>(operators.whole("aggregate", new ThrowAt("merge", bug)), setting, former)) {
                assertThatThrownBy(harness::open).isSameAs(bug);
            }
        }
    }
}
