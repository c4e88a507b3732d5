package io.github.foggara.window.range;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.sorter.spill.SpoolCut;
import io.github.foggara.window.Closer;
import io.github.foggara.window.Codecs;
import io.github.foggara.window.Kind;
import io.github.foggara.window.SpillPlaces;
import io.github.foggara.window.SpoolSpace;
import io.github.foggara.window.SpooledRecords;
import io.github.foggara.window.TakenSnapshot;
import io.github.foggara.window.WorkSpace;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Keeps the records of input 0 until both inputs have ended, and then emits them in the order in which they came, knowing the tallies of all
 * subtasks, which are input 1. Its own first pass saw the same records. Task thread.
 *
 * <p>The records, the tallies, and how many records have left are state. Tallies of former subtasks say nothing about those of another
 * parallelism, so these are told again; but once they were all there, records may have left by them.
 */
abstract class SecondPass implements Operator<Object, Object>, SegmentedState {
    static final int RECORDS = 0;
    static final int TALLIES = 1;

    private final Kind kind;
    private final SpillPlaces places;
    private final SortedMap<Integer, Tally> tallies = new TreeMap<>();
    private final boolean[] ended = new boolean[2];
    private TaskContext context;
    private WorkSpace work;
    private SpoolSpace space;
    private SpooledRecords records;
    private long emitted;
    private boolean done;

    SecondPass(Kind kind, SpillPlaces places) {
        this.kind = kind;
        this.places = places;
    }

    @Override
    public void open(TaskContext task) throws Exception {
        context = task;
        work = new WorkSpace(places, context, SpoolSpace.LEAST, SpoolSpace.MOST);
        space = new SpoolSpace(work.files(), work.bytes());
        records = space.records("pass", context.inputCodec(RECORDS));
        if (context.takesSnapshots()) {
            for (FormerSegments former : context.segments(this, Scope.SUBTASK)) {
                restore(former);
            }
        }
    }

    final TaskContext context() {
        return context;
    }

    /** What keys have to have in common to compare; the same for all where there are none. */
    String layout() {
        return "";
    }

    /**
     * All is known.
     *
     * @param all tallies of all subtasks, in their order
     */
    abstract void begin(List<Tally> all) throws Exception;

    /**
     * @param number of the record in this subtask, from 0
     */
    abstract void emit(Object record, long number, Collector<Object> out) throws Exception;

    private void restore(FormerSegments former) throws Exception {
        String operator = context.operatorName();
        SecondPassHead head = SecondPassHead.decode(former.head(), kind, operator);
        boolean sameParallelism = head.parallelism() == context.parallelism();
        boolean sameKeys = head.layout().equals(layout());
        if (head.complete() && !(sameParallelism && sameKeys)) {
            throw new IncompatibleStateException("The state of operator '" + operator
                    + "' holds records that are being handed on by what " + head.parallelism() + " subtasks saw of them"
                    + (sameKeys
                            ? ", so it cannot go on with " + context.parallelism()
                                    + ": go on with the former parallelism"
                            : " in another order: go on with the order of then, " + head.layout() + ", not " + layout())
                    + ", or " + IncompatibleStateException.TO_DROP_IT);
        }
        records.restore(
                former.segments(),
                context.sameTypes(former.types()) ? null : Codecs.of(former.types(), context.inputType(RECORDS)));
        if (sameParallelism) {
            head.tallies().forEach(tally -> tallies.put(tally.subtask(), sameKeys ? tally : tally.counts()));
            head.checkRecords(records.count(), operator);
            emitted = head.emitted();
            done = head.done();
        }
    }

    @Override
    public final void process(int input, Object record, Collector<Object> out) throws Exception {
        if (input == RECORDS) {
            records.add(record);
        } else {
            Tally tally = Tally.decode((byte[]) record);
            if (tally.parallelism() != context.parallelism()) {
                throw new IllegalStateException("Operator '" + context.operatorName()
                        + "' heard of the records of subtask "
                        + tally.subtask() + " of " + tally.parallelism() + ", but there are " + context.parallelism()
                        + " subtasks");
            }
            tallies.put(tally.subtask(), tally);
        }
    }

    @Override
    public final void endInput(int input, Collector<Object> out) throws Exception {
        ended[input] = true;
        if (ended[RECORDS] && ended[TALLIES] && !done) {
            check();
            begin(List.copyOf(tallies.values()));
            emit(out);
            done = true;
            space.retire(records);
        }
    }

    /** Both passes saw the same records, or nothing of what follows is right. */
    private void check() {
        Tally own = tallies.get(context.subtask());
        if (tallies.size() != context.parallelism() || own == null) {
            throw new IllegalStateException("Operator '" + context.operatorName() + "' heard of the records of "
                    + tallies.keySet() + ", but there are " + context.parallelism() + " subtasks");
        }
        if (own.records() != records.count()) {
            throw new IllegalStateException("Operator '" + context.operatorName() + "' has " + records.count()
                    + " records in subtask " + context.subtask() + ", but " + own.records()
                    + " were counted before. After a failure with execution.checkpointing.mode=AT_LEAST_ONCE that may be: set"
                    + " EXACTLY_ONCE, and begin without that checkpoint");
        }
    }

    private void emit(Collector<Object> out) throws Exception {
        try (SpooledRecords.Reader reader = records.read(emitted)) {
            while (reader.next()) {
                context.betweenRecords();
                emit(reader.record(), emitted, out);
                emitted++;
            }
        }
    }

    @Override
    public final SegmentedSnapshot snapshot() {
        space.closeRetired();
        byte[] head = new SecondPassHead(
                        context.parallelism(),
                        done,
                        layout(),
                        emitted,
                        done ? List.of() : List.copyOf(tallies.values()))
                .encode(kind);
        if (done) {
            return TakenSnapshot.of(head);
        }
        SpoolCut cut = records.cut();
        return new TakenSnapshot(head, cut.segments(), List.of(cut));
    }

    @Override
    public void close() throws Exception {
        Closer closer = new Closer();
        if (space != null) {
            closer.run(space);
        }
        if (work != null) {
            closer.run(work);
        }
        closer.rethrow();
    }
}
