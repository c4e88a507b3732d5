package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators that keep records while whoever emits writes into the same object again (I19), and how often they ask for a key (I12). */
class ReusedRecordsTest {
    private static final int RECORDS = 6_000;
    private static final int KEYS = 7;
    private static final KeySelector<long[], Long> VALUE = record -> record[1];

    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators
                .setting(long[].class)
                .with(WindowOptions.SORT_MEMORY.key(), "" + SortMemory.LEAST)
                .with(WindowOptions.KEYED_MEMORY.key(), "" + (SortMemory.LEAST + SpoolSpace.LEAST));
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    /** Counts its calls, which all have to be on one thread. */
    private static final class Counted implements KeySelector<long[], Long> {
        private final transient Thread task = Thread.currentThread();
        private transient int calls;

        @Override
        public Long key(long[] record) {
            assertThat(Thread.currentThread()).isSameAs(task);
            calls++;
            return record[0];
        }
    }

    private record Form(String name, long limit, boolean ordered, List<Object> functions) {
        private SortSpec spec(boolean keyed) {
            return new SortSpec(
                    ordered
                            ? List.of(SortCriterion.selector(keyed ? 1 : 0, Order.DESCENDING, NullOrder.AUTO))
                            : List.of(),
                    limit);
        }
    }

    private static final MapPartitionFunction<long[], long[]> KEEP = (records, out) -> {
        List<long[]> kept = new ArrayList<>();
        records.forEach(kept::add);
        kept.forEach(out::collect);
    };

    private List<List<Long>> run(Form form, KeySelector<long[], Long> key, boolean snapshots, boolean reuse)
            throws Exception {
        Random random = new Random(5);
        List<Object> functions = new ArrayList<>(form.functions());
        Map<String, String> parameters =
                form.name().equals("sort") ? form.spec(key != null).parameters() : Map.of();
        if (key != null) {
            functions.add(0, key);
        }
        try (OperatorHarness<long[], long[]> harness = new OperatorHarness<>(
                key == null
                        ? operators.create(form.name(), parameters, functions)
                        : operators.keyed(form.name(), parameters, functions.toArray()),
                setting.withSnapshots(snapshots).with("pipeline.object-reuse", "" + reuse))) {
            harness.open();
            long[] record = new long[3];
            for (int i = 0; i < RECORDS; i++) {
                record = reuse ? record : new long[3];
                record[0] = random.nextInt(KEYS);
                record[1] = random.nextInt(1_000);
                record[2] = i;
                harness.process(record);
            }
            Arrays.fill(record, -1);
            harness.end();
            return harness.output().stream()
                    .map(array -> Arrays.stream(array).boxed().toList())
                    .toList();
        }
    }

    private void same(Form form, int expected, KeySelector<long[], Long> key) throws Exception {
        for (boolean snapshots : new boolean[] {true, false}) {
            List<List<Long>> own = run(form, key, snapshots, false);
            assertThat(own).hasSize(expected).doesNotHaveDuplicates().noneMatch(record -> record.contains(-1L));
            assertThat(run(form, key, snapshots, true)).as("%s", form).isEqualTo(own);
        }
    }

    @Test
    void sortsAreTheSame() throws Exception {
        same(new Form("sort", SortSpec.ALL, true, List.of(VALUE)), RECORDS, null);
        same(new Form("sort", 50, true, List.of(VALUE)), 50, null);
        same(new Form("sort", TopRecords.MOST + 1, true, List.of(VALUE)), (int) TopRecords.MOST + 1, null);
        same(new Form("sort", 50, false, List.of()), 50, null);
    }

    @Test
    void keyedOperationsAreTheSameAndAskForEachKeyOnce() throws Exception {
        ReduceFunction<long[]> later = (left, right) -> right;
        for (Form form : List.of(
                new Form("sort", SortSpec.ALL, true, List.of(VALUE)),
                new Form("sort", 5, true, List.of(VALUE)),
                new Form("sort", 5, false, List.of()),
                new Form("reduce", SortSpec.ALL, false, List.of(later)),
                new Form("map-partition", SortSpec.ALL, false, List.of(KEEP)))) {
            Counted key = new Counted();
            int results = form.name().equals("reduce") ? KEYS : form.limit() == 5 ? 5 * KEYS : RECORDS;
            same(form, results, key);
            assertThat(key.calls).as("%s", form).isEqualTo(4 * RECORDS);
        }
    }
}
