package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.TaskContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts its records and does something with each partition when the input has ended: {@code sort}, and all operators whose partitions are
 * keys. Task thread.
 */
final class SortOperator implements Operator<Object, Object>, SegmentedState {
    private final OperatorRef reference;
    private final SortSpec spec;
    private final SpillPlaces places;
    private final UserFunctions functions;
    private final Emission emission;
    private final boolean groups;
    private TaskContext context;
    private WorkSpace work;
    private SortMemory memory;
    private SortInput input;
    private SortTerms terms;
    /** All has left. Records that come nevertheless were dealt anew to another parallelism, and are a partition of their own. */
    private boolean done;

    /** Records that are still wanted, where the first ones to arrive are. */
    private long wanted = Long.MAX_VALUE;

    /**
     * @param groups whether the emission tells groups apart
     */
    SortOperator(OperatorRef reference, SpillPlaces places, Emission emission, boolean groups) {
        this.reference = reference;
        this.spec = SortSpec.of(reference.parameters());
        this.places = places;
        this.functions = new UserFunctions(reference.functions());
        this.emission = emission;
        this.groups = groups;
    }

    @Override
    public void open(TaskContext task) throws Exception {
        context = task;
        functions.open(context);
        RecordKey key = new RecordKey(reference, context, groups);
        terms = SortTerms.of(reference, context.configuration(), Codecs.of(context.types(), Object.class));
        takeSpace(key.keyed());
        if (!key.keyed() && !key.ordered()) {
            wanted = spec.limit();
        }
        boolean few = !key.keyed() && key.ordered() && spec.limit() <= TopRecords.MOST;
        TopRecords top = few ? new TopRecords(spec.limit(), memory.bytes()) : null;
        if (!context.takesSnapshots()) {
            input = new SortInput(key, context, memory.sorter(memory.bytes()), top);
            return;
        }
        List<FormerSegments> former = context.segments(this, key.keyed() ? Scope.KEY_GROUPS : Scope.SUBTASK);
        SortRestore restore = new SortRestore(context, Kind.of(reference), key, memory, terms, former);
        long bytes = restore.needsSecondSorter() ? memory.bytes() / 2 : memory.bytes();
        input = new SortInput(key, context, memory.sorter(bytes), top);
        SortRestore.Restored restored = restore.restore(input, emission::restoreOutput);
        terms = restored.terms();
        done = restored.done();
        emission.goOn(restored.progress());
    }

    /** Of all memory, spools get as little as is of use. */
    private void takeSpace(boolean keyed) throws Exception {
        long wanted = context.configuration().get(keyed ? WindowOptions.KEYED_MEMORY : WindowOptions.SORT_MEMORY);
        long least = emission.spoolMemory(context.takesSnapshots());
        work = new WorkSpace(places, context, SortMemory.LEAST + least, wanted);
        long spools = least == 0 ? 0 : Math.max(least, Math.min(SpoolSpace.MOST, work.bytes() / 8));
        memory = new SortMemory(context, work, work.bytes() - spools);
        emission.open(context, work, spools);
    }

    @Override
    public void process(int number, Object record, Collector<Object> out) throws Exception {
        done = false;
        if (wanted > 0) {
            wanted--;
            input.add(record);
        } else {
            input.drop();
        }
    }

    @Override
    public void endInput(int number, Collector<Object> out) throws Exception {
        if (!done) {
            emission.run(input.finish(), input.key().measured(), out);
            done = true;
            input.sorter().close();
        }
    }

    @Override
    public SegmentedSnapshot snapshot() {
        List<Segment> segments = new ArrayList<>();
        List<AutoCloseable> pins = new ArrayList<>();
        boolean top = false;
        List<HeldOutput> outputs = List.of();
        if (!done) {
            top = input.cut(segments, pins);
            outputs = emission.cut(segments, pins);
        }
        RecordKey key = input.key();
        SortHead head = new SortHead(
                done,
                top,
                key.measured(),
                key.ownBytes(),
                key.layout(),
                terms.after(input.dropped(), emission.progress().begun()),
                context.parallelism(),
                context.keyGroups(),
                emission.progress(),
                outputs);
        return new TakenSnapshot(head.encode(Kind.of(reference)), List.copyOf(segments), pins);
    }

    @Override
    public void close() {
        Closer closer = new Closer().run(functions::close).run(emission);
        if (memory != null) {
            closer.run(memory);
        }
        if (work != null) {
            closer.run(work);
        }
        closer.rethrow();
    }
}
