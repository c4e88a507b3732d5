package io.github.foggara.window.range;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.window.Kind;
import io.github.foggara.window.RecordKey;
import io.github.foggara.window.TakenSnapshot;
import io.github.foggara.window.UserFunctions;
import java.util.ArrayList;
import java.util.List;

/**
 * The first pass: counts the records of its subtask and, if they have an order, chooses some of their keys. Emits a {@link Tally} when they have
 * ended, in the bytes of which it is made, and nothing else. Its state is its head. Task thread.
 */
final class TallyOperator implements Operator<Object, byte[]>, SegmentedState {
    /** Keys that all subtasks choose together: some hundred for each range, if there are as many ranges as in a large job. */
    private static final int KEYS = 16 << 10;
    /** Of one subtask. */
    private static final int FEWEST_KEYS = 64;
    /** The array of a larger key is let go, in bytes. */
    private static final int LARGE = 1 << 20;

    private final OperatorRef reference;
    private final Kind kind;
    private final UserFunctions functions;
    /** Of former subtasks, if the parallelism has changed. */
    private final List<Sample> former = new ArrayList<>();

    private TaskContext context;
    private RecordKey key;
    private RecordOutput bytes = new RecordOutput(Sample.LONGEST);
    private Reservoir reservoir;
    private boolean done;

    /**
     * @param reference without criteria records are only counted
     */
    TallyOperator(OperatorRef reference) {
        this.reference = reference;
        this.kind = Kind.of(reference);
        this.functions = new UserFunctions(reference.functions());
    }

    @Override
    public void open(TaskContext task) throws Exception {
        context = task;
        functions.open(context);
        key = new RecordKey(reference, context, false);
        int keys = key.ordered() ? Math.max(FEWEST_KEYS, KEYS / context.parallelism()) : 0;
        reservoir = new Reservoir(keys, context.subtask());
        if (context.takesSnapshots()) {
            restore(context.segments(this, Scope.SUBTASK));
        }
    }

    /** With another parallelism nobody has all tallies, and each tells its own again. */
    private void restore(List<FormerSegments> before) {
        for (FormerSegments each : before) {
            TallyHead head = TallyHead.decode(each.head(), kind, context.operatorName());
            boolean sameSubtask = before.size() == 1 && head.parallelism() == context.parallelism();
            // Keys of another layout have another order than those to come, but their records are there all the same.
            boolean sameKeys = head.layout().equals(key.layout());
            done = sameSubtask && head.done();
            if (sameSubtask && sameKeys) {
                reservoir = head.reservoir();
                former.addAll(head.former());
            } else {
                List<Sample> samples = new ArrayList<>(head.former());
                samples.add(head.reservoir().sample());
                samples.forEach(sample -> former.add(sameKeys ? sample : sample.counts()));
            }
        }
    }

    @Override
    public void process(int input, Object record, Collector<byte[]> out) throws Exception {
        if (reservoir.chooses()) {
            if (bytes.length() > LARGE) {
                bytes = new RecordOutput(Sample.LONGEST);
            }
            bytes.reset();
            key.encode(record, bytes);
            reservoir.put(Sample.cut(bytes.array(), bytes.length()));
        }
    }

    @Override
    public void endInput(int input, Collector<byte[]> out) {
        if (!done) {
            List<Sample> samples = new ArrayList<>(former);
            samples.add(reservoir.sample());
            out.collect(new Tally(context.subtask(), context.parallelism(), samples).encode());
            done = true;
        }
    }

    @Override
    public SegmentedSnapshot snapshot() {
        return TakenSnapshot.of(
                new TallyHead(context.parallelism(), done, key.layout(), former, reservoir).encode(kind));
    }

    @Override
    public void close() throws Exception {
        functions.close();
    }
}
