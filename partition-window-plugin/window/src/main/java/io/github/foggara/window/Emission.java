package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.sorter.SortedRecords;
import java.util.List;

/**
 * What becomes of the sorted records at the end of the input. How far its results have left is state: a snapshot may be taken whenever it looks
 * for mails, and a restart goes on there. Task thread.
 */
abstract class Emission implements AutoCloseable {
    /** Records between two looks for mails where nothing is emitted: a look costs about as much as a record. */
    private static final int RECORDS_PER_LOOK = 64;

    private final RecordInput in = new RecordInput(new byte[0]);
    private TaskContext context;
    private RecordCodec<Object> codec;
    private int looks;

    /** Memory that it needs for spools, in bytes. */
    long spoolMemory(boolean snapshots) {
        return 0;
    }

    /**
     * In {@code open}.
     *
     * @param bytes of the space, for spools; at least {@link #spoolMemory}
     */
    void open(TaskContext task, WorkSpace work, long bytes) throws Exception {
        context = task;
        codec = task.inputCodec(0);
    }

    final TaskContext context() {
        return context;
    }

    /** How far its results have left. */
    abstract Progress progress();

    /** Where to go on; before {@link #run}. */
    abstract void goOn(Progress from);

    /**
     * Once.
     *
     * @param measured whether each key ends with the length of its first part, see {@link RecordKey}
     */
    abstract void run(SortedRecords records, boolean measured, Collector<Object> out) throws Exception;

    /** The current record, as a new object. */
    final Object decode(SortedRecords records) {
        in.reset(records.recordBytes(), records.recordOffset(), records.recordLength());
        return codec.decode(in);
    }

    /** Now and then serves mails. */
    final void look() throws Exception {
        if (++looks % RECORDS_PER_LOOK == 0) {
            context.betweenRecords();
        }
    }

    /** Passes over records whose results have left. */
    final void skip(SortedRecords records, long count) throws Exception {
        records.skip(count, this::look);
    }

    /** Passes over what is left of the current group. */
    final void skipRest(SortedGroups groups) throws Exception {
        while (groups.advance()) {
            look();
        }
    }

    /**
     * What is held back, for a snapshot.
     *
     * @return see {@link SortHead#outputs}
     */
    List<HeldOutput> cut(List<Segment> segments, List<AutoCloseable> pins) {
        return List.of();
    }

    /** Takes over what was held back. */
    void restoreOutput(HeldOutput part, List<FormerSegment> segments, RecordCodec<Object> former) throws Exception {
        throw Heads.damaged(context.operatorName(), "it holds results, which this operator never does");
    }

    @Override
    public void close() {}
}
