package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.PullOperator;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.sorter.spill.SpoolCut;
import io.github.foggara.window.MapPartitionHead.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code mapPartition} over all records of a subtask: one call of the function, which asks for record after record. Task thread.
 *
 * <pre>
 * READING --function returns--> RETURNED --end of input, all emitted--> done
 * </pre>
 *
 * <p>In a job with snapshots the stack of the function cannot be written down, so what it has read is: READING, the state is the input so far,
 * and a restart calls the function anew with it. Nothing of what it emitted has left meanwhile. RETURNED, the state is what it emitted, and how
 * much of that has left; the function is not called again, so that its results need not be the same in each call. Only with another parallelism,
 * where records may come that the former function was never offered, it is called for these.
 */
final class MapPartitionOperator implements PullOperator<Object, Object>, SegmentedState {
    private final MapPartitionFunction<Object, Object> function;
    private final UserFunctions functions;
    private final SpillPlaces places;
    private TaskContext context;
    private RecordCodec<Object> inputs;
    private WorkSpace work;
    private SpoolSpace space;
    private DammedOutput output;
    /** What was read; null in a job without snapshots, and when the function has returned. */
    private SpooledRecords log;

    private Phase phase = Phase.READING;

    @SuppressWarnings("unchecked")
    MapPartitionOperator(List<Object> functions, SpillPlaces places) {
        this.function = (MapPartitionFunction<Object, Object>) functions.get(0);
        this.functions = new UserFunctions(functions);
        this.places = places;
    }

    @Override
    public void open(TaskContext task) throws Exception {
        context = task;
        functions.open(context);
        inputs = context.inputCodec(0);
        work = new WorkSpace(places, context, SpoolSpace.LEAST, SpoolSpace.MOST);
        space = new SpoolSpace(work.files(), work.bytes());
        output = new DammedOutput(space, context.outputCodec(), context);
        if (context.takesSnapshots()) {
            log = space.records("in", inputs);
            restore(context.segments(this, Scope.SUBTASK));
        }
    }

    /** Of several former subtasks, if the user allowed it, those that had not returned are one partition now. */
    private void restore(List<FormerSegments> former) throws Exception {
        boolean ended = !former.isEmpty();
        boolean here = true;
        for (FormerSegments each : former) {
            List<FormerSegment> segments = each.segments();
            MapPartitionHead head = MapPartitionHead.decode(each.head(), segments.size(), context.operatorName());
            boolean same = context.sameTypes(each.types());
            log.restore(
                    segments.subList(0, head.inputSegments()),
                    same ? null : Codecs.of(each.types(), context.inputType(0)));
            int next = head.inputSegments();
            for (HeldOutput part : head.outputs()) {
                RecordCodec<Object> codec = same ? null : Codecs.of(each.types(), Object.class);
                output.restore(part, segments.subList(next, next + part.segments()), codec);
                next += part.segments();
            }
            ended &= head.phase() != Phase.READING;
            here &= head.phase() == Phase.RETURNED && head.parallelism() == context.parallelism();
        }
        if (ended && here) {
            functionReturned();
        } else if (ended) {
            phase = Phase.RETURNED_ELSEWHERE;
        }
    }

    @Override
    public void pull(RecordCursor<Object> input, Collector<Object> out) throws Exception {
        if (phase == Phase.RETURNED) {
            return;
        }
        try (PulledRecords records = new PulledRecords(input, log, inputs, context)) {
            CallFailure failure = new CallFailure();
            OnePass partition = new OnePass(records, context.operatorName(), failure);
            FunctionOutput results =
                    new FunctionOutput(context.operatorName(), record -> emit(record, records, out), failure);
            if (phase == Phase.READING || partition.hasNext()) {
                function.mapPartition(partition, results);
            }
            partition.end();
            results.end();
            failure.check();
        }
        functionReturned();
    }

    /** Without snapshots nothing need be held back when the input has ended. */
    private void emit(Object record, PulledRecords records, Collector<Object> out) throws Exception {
        if (log != null || !records.ended()) {
            output.add(record);
            return;
        }
        output.complete(0);
        output.emit(out);
        context.betweenRecords();
        out.collect(record);
    }

    private void functionReturned() {
        phase = Phase.RETURNED;
        output.complete(0);
        if (log != null) {
            space.retire(log);
            log = null;
        }
    }

    @Override
    public void endInput(int input, Collector<Object> out) throws Exception {
        output.emit(out);
    }

    @Override
    public SegmentedSnapshot snapshot() {
        space.closeRetired();
        List<AutoCloseable> pins = new ArrayList<>();
        List<Segment> segments = new ArrayList<>();
        if (log != null) {
            SpoolCut cut = log.cut();
            pins.add(cut);
            segments.addAll(cut.segments());
        }
        int read = segments.size();
        List<HeldOutput> outputs = output.cut(segments, pins);
        MapPartitionHead head = new MapPartitionHead(phase, context.parallelism(), read, outputs);
        return new TakenSnapshot(head.encode(), List.copyOf(segments), pins);
    }

    @Override
    public void close() {
        Closer closer = new Closer().run(functions::close);
        if (space != null) {
            closer.run(space);
        }
        if (work != null) {
            closer.run(work);
        }
        closer.rethrow();
    }
}
