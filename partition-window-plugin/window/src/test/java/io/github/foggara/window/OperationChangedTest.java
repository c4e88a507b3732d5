package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restart in which another operation has the uid of one that had state: what that is, is nothing to it. */
class OperationChangedTest {
    @TempDir
    private Path directory;

    private final Map<String, Supplier<Operator<Object, Object>>> operations = new LinkedHashMap<>();
    private Operators operators;
    private TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators.setting(Integer.class);
        ReduceFunction<Integer> sum = Integer::sum;
        MapPartitionFunction<Integer, Integer> all = (records, out) -> records.forEach(out::collect);
        KeySelector<Integer, Integer> key = record -> record % 2;
        SortCriterion ascending = SortCriterion.field("*", Order.ASCENDING, NullOrder.AUTO);
        Map<String, String> order = new SortSpec(List.of(ascending), SortSpec.ALL).parameters();
        operations.put("a sort", () -> operators.create("sort", order, List.of()));
        operations.put("a sort behind keyBy", () -> operators.keyed("sort", order, key));
        operations.put("a reduce", () -> operators.whole("reduce", sum));
        operations.put("a reduce behind keyBy", () -> operators.keyed("reduce", Map.of(), key, sum));
        operations.put("an aggregate", () -> operators.whole("aggregate", new Folds.Sum()));
        operations.put("an aggregate behind keyBy", () -> operators.keyed("aggregate", Map.of(), key, new Folds.Sum()));
        operations.put("a mapPartition", () -> operators.whole("map-partition", all));
        operations.put("a mapPartition behind keyBy", () -> operators.keyed("map-partition", Map.of(), key, all));
        operations.put(
                "the first pass of a partitionByRange", () -> operators.create("range-sample", order, List.of()));
        operations.put(
                "the second pass of a partitionByRange", () -> operators.create("range-route", order, List.of()));
        operations.put("the first pass of a zipWithIndex", () -> operators.whole("count"));
        operations.put("the second pass of a zipWithIndex", () -> operators.whole("index"));
    }

    private OperatorHarness<Object, Object> harness(String operation, StoredSnapshot... former) {
        return new OperatorHarness<>(operations.get(operation).get(), setting, List.of(former));
    }

    private StoredSnapshot opened(String operation) throws Exception {
        try (OperatorHarness<Object, Object> harness = harness(operation)) {
            harness.open();
            return harness.snapshot();
        }
    }

    @Test
    void theStateOfAnotherOperationIsRefused() throws Exception {
        for (String then : operations.keySet()) {
            StoredSnapshot former = opened(then);
            for (String now : operations.keySet()) {
                try (OperatorHarness<Object, Object> harness = harness(now, former)) {
                    if (now.equals(then)) {
                        harness.open();
                    } else {
                        assertThatThrownBy(harness::open)
                                .as("%s, then %s", then, now)
                                .isInstanceOf(IncompatibleStateException.class)
                                .hasMessage("The state of operator 'window' is that of " + then + ", and it is " + now
                                        + " now: go on with the operation of then, or "
                                        + IncompatibleStateException.TO_DROP_IT);
                    }
                }
            }
        }
        assertThat(operators.residue()).isEmpty();
    }

    /** The accumulator of a sum is no count, though it is an integer as well. */
    @Test
    void anAccumulatorOfTheSameClassIsNotTaken() throws Exception {
        for (String then : List.of("a reduce", "an aggregate")) {
            String now = then.equals("a reduce") ? "an aggregate" : "a reduce";
            StoredSnapshot former;
            try (OperatorHarness<Object, Object> harness = harness(then)) {
                harness.open();
                harness.process(1_000);
                former = harness.snapshot();
            }
            try (OperatorHarness<Object, Object> harness = harness(now, former)) {
                assertThatThrownBy(harness::open)
                        .isInstanceOf(IncompatibleStateException.class)
                        .hasMessageContainingAll("'window'", then, now);
            }
            try (OperatorHarness<Object, Object> harness = harness(then, former)) {
                harness.run(List.of(1));
                assertThat(harness.output()).containsExactly(1_001);
            }
        }
    }
}
