package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;

/**
 * {@code reduce} and {@code aggregate} over all records of a subtask. Holds one accumulator, which is its whole state, and emits when the
 * input has ended. Task thread.
 *
 * <p>The fold is given records of its own: a record that is not deeply immutable is copied, because whoever emitted it may
 * write into it again, and the function may put it, or part of it, into the accumulator.
 */
final class FoldOperator implements Operator<Object, Object>, SegmentedState {
    private final Kind kind;
    private final UserFunctions functions;
    private final FoldMaker maker;
    private final Class<?> accumulatorType;
    private Fold fold;
    private RecordCodec<Object> records;
    /** Null in a job without snapshots. */
    private RecordCodec<Object> accumulators;

    /** The result was emitted. Records that come nevertheless were dealt anew to another parallelism, and are a partition of their own. */
    private boolean done;

    /** Makes the fold when the operator's name is known. */
    @FunctionalInterface
    interface FoldMaker {
        Fold of(String operator);
    }

    /**
     * @param accumulatorType declared, or {@code Object}; null if accumulators are records of the input
     */
    FoldOperator(OperatorRef reference, FoldMaker maker, Class<?> accumulatorType) {
        this.kind = Kind.of(reference);
        this.functions = new UserFunctions(reference.functions());
        this.maker = maker;
        this.accumulatorType = accumulatorType;
    }

    @Override
    public void open(TaskContext context) throws Exception {
        functions.open(context);
        fold = maker.of(context.operatorName());
        records = context.inputCodec(0);
        fold.begin();
        if (context.takesSnapshots()) {
            Class<?> type = accumulatorType == null ? context.inputType(0) : accumulatorType;
            accumulators = Codecs.of(context.types(), type);
            restore(context.segments(this, Scope.SUBTASK), type, context.operatorName());
        }
    }

    /** Several former subtasks are parts of one partition now, if the user allowed it. */
    private void restore(List<FormerSegments> former, Class<?> type, String operator) throws Exception {
        int ended = 0;
        boolean first = true;
        for (FormerSegments each : former) {
            FoldHead head = FoldHead.decode(each.head(), kind, () -> Codecs.of(each.types(), type), operator);
            if (head.done()) {
                ended++;
            } else if (head.seeded() && first) {
                fold.seed(head.accumulator());
                first = false;
            } else if (head.seeded()) {
                fold.merge(head.accumulator());
            }
        }
        done = ended > 0 && ended == former.size();
    }

    @Override
    public void process(int input, Object record, Collector<Object> out) throws Exception {
        done = false;
        fold.add(records.copy(record));
    }

    @Override
    public void endInput(int input, Collector<Object> out) throws Exception {
        if (!done) {
            fold.end(out);
            done = true;
        }
    }

    @Override
    public SegmentedSnapshot snapshot() {
        return TakenSnapshot.of(FoldHead.encode(kind, done, fold, accumulators));
    }

    @Override
    public void close() throws Exception {
        functions.close();
    }
}
