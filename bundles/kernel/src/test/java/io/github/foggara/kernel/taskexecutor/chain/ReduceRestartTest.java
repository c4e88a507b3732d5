package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.function.ScalarReduceFunction;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.serialization.Codecs;
import io.github.foggara.kernel.serialization.TypeTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A reduce that restarts from a snapshot goes on as if nothing had been. */
class ReduceRestartTest {
    private static final int GROUPS = 32;
    private static final TypeTable TABLE = TypeTable.of(List.<Class<?>>of(Seen.class, Text.class));
    private static final StateTypes TYPES = TABLE.stateTypes();

    record Text(String text) {}

    record Seen(Object key, List<String> tags, long count) {}

    private enum Reduce {
        NUMBERS,
        NUMBERS_ALONE,
        RECORDS
    }

    private record Summing(boolean restIsKey) implements ScalarReduceFunction<Seen> {
        @Override
        public Code<Seen> newCode() {
            return new Code<>() {
                @Override
                public long first(Seen record) {
                    return record.count();
                }

                @Override
                public long add(long number, Seen record) {
                    return number + record.count();
                }

                @Override
                public Seen result(Seen record, long number) {
                    return new Seen(record.key(), record.tags(), number);
                }
            };
        }

        @Override
        public Seen reduce(Seen left, Seen right) {
            throw new AssertionError("the code is used");
        }
    }

    /** Changes the list of what it is given, as it must not, but may by mistake. */
    private static final ReduceFunction<Seen> CAREFREE = (left, right) -> {
        left.tags().add("+");
        return new Seen(left.key(), left.tags(), left.count() + right.count());
    };

    /** One attempt of the operator. */
    private static final class Life {
        final LinkBench bench = new LinkBench(false, false);
        final Link link;

        Life(Reduce reduce) {
            ReduceFunction<Seen> function =
                    reduce == Reduce.RECORDS ? CAREFREE : new Summing(reduce == Reduce.NUMBERS_ALONE);
            KeySelector<Seen, Object> key = Seen::key;
            Object code = function instanceof Summing summing ? summing.newCode() : null;
            LinkSetup made = bench.setup(
                    new KeyedReduceSpec(key, function), bench.end(), new Codecs(TABLE).codec(Object.class), code);
            LinkSetup setup = new LinkSetup(
                    made.chain(),
                    context(made.context()),
                    made.spec(),
                    made.next(),
                    null,
                    made.codec(),
                    List.of(),
                    null,
                    made.shared());
            link = new ChainCode()
                    .link("reduce", reduce == Reduce.RECORDS ? KeyedReduceLink.class : ScalarReduceLink.class, setup);
        }

        private static OperatorContext context(OperatorContext without) {
            StateSupply supply = new StateSupply(deployment(), TYPES, null, null);
            return new OperatorContext(
                    without.info(), "op", null, new OperatorState(supply, "uid", "op", false, Object.class));
        }

        private static TaskDeployment deployment() {
            return new TaskDeployment(
                    new ExecutionAttemptId(new JobId(1, 2), 0, 0, 0),
                    1,
                    "job",
                    "op",
                    null,
                    null,
                    null,
                    null,
                    "",
                    List.of("uid"),
                    1,
                    GROUPS,
                    RuntimeMode.STREAMING,
                    List.of(),
                    List.of(),
                    "none",
                    Configuration.EMPTY,
                    Map.of(),
                    Optional.empty());
        }

        void collect(List<Seen> records) {
            // The function may change a record, so each life has its own.
            records.forEach(seen -> link.collect(new Seen(seen.key(), new ArrayList<>(seen.tags()), seen.count())));
        }
    }

    private static List<Seen> records(Random random, int count) {
        List<Seen> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int key = random.nextInt(3_000);
            Object typed = switch (key % 4) {
                case 0 -> (Object) ((long) key - 1_500);
                case 1 -> key - 1_500;
                case 2 -> "k" + key;
                default -> new Text("t" + key);
            };
            records.add(new Seen(typed, List.of("tag " + i), random.nextInt(50)));
        }
        return records;
    }

    @ParameterizedTest
    @EnumSource(Reduce.class)
    void itGoesOnAsIfNothingHadBeen(Reduce reduce) throws Exception {
        Random random = new Random(1);
        List<Seen> before = records(random, 10_000);
        List<Seen> after = records(random, 10_000);
        Life whole = new Life(reduce);
        whole.collect(before);
        Map<Integer, ByteArrayOutputStream> groups = new TreeMap<>();
        List<Object> expected;
        try (KeyedSnapshot snapshot = whole.link.tables().snapshot()) {
            int emitted = whole.bench.out.size();
            whole.collect(after);
            expected = whole.bench.out.subList(emitted, whole.bench.out.size());
            snapshot.write(group -> groups.computeIfAbsent(group, g -> new ByteArrayOutputStream()));
        }
        assertThat(groups).hasSize(GROUPS);

        Life restarted = new Life(reduce);
        StateTypes written = TYPES.written(TYPES.table(), "state of operator 'op'");
        for (Map.Entry<Integer, ByteArrayOutputStream> group : groups.entrySet()) {
            restarted
                    .link
                    .tables()
                    .restore(
                            group.getKey(),
                            written,
                            new ByteArrayInputStream(group.getValue().toByteArray()));
        }
        restarted.collect(after);
        assertThat(restarted.bench.out).isEqualTo(expected);
    }

    @Test
    void itsFormatHasAName() {
        assertThat(new Life(Reduce.RECORDS).link.tables().format()).isEqualTo("rolling-reduce");
        assertThat(new Life(Reduce.NUMBERS).link.tables().format()).isEqualTo("rolling-reduce");
    }
}
