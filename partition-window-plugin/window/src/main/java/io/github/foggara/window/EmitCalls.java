package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.sorter.SortedRecords;
import java.util.List;

/**
 * What a function makes of each group. In a job with snapshots its results leave when it has returned for the group, and a restart calls it again
 * for the group that was under way, and for none before.
 */
final class EmitCalls extends Emission {
    private final MapPartitionFunction<Object, Object> function;
    /** Both null in a job without snapshots. */
    private SpoolSpace space;

    private GroupOutput output;
    private long consumed;

    EmitCalls(MapPartitionFunction<Object, Object> function) {
        this.function = function;
    }

    @Override
    long spoolMemory(boolean snapshots) {
        return snapshots ? SpoolSpace.LEAST : 0;
    }

    @Override
    void open(TaskContext task, WorkSpace work, long bytes) throws Exception {
        super.open(task, work, bytes);
        if (bytes > 0) {
            space = new SpoolSpace(work.files(), bytes);
            output = new GroupOutput(space, task.outputCodec(), task);
        }
    }

    @Override
    Progress progress() {
        return new Progress(consumed, 0);
    }

    @Override
    void goOn(Progress from) {
        consumed = from.consumed();
    }

    @Override
    void run(SortedRecords records, boolean measured, Collector<Object> out) throws Exception {
        if (output != null) {
            output.emitHeld(out);
        }
        skip(records, consumed);
        SortedGroups groups = new SortedGroups(records, measured);
        while (groups.nextGroup()) {
            call(groups, records, out);
            skipRest(groups);
            context().betweenRecords();
            consumed = groups.consumed();
            if (output != null) {
                output.emit(groups.keyGroup(), out);
            }
        }
    }

    private void call(SortedGroups groups, SortedRecords records, Collector<Object> out) throws Exception {
        CallFailure failure = new CallFailure();
        OnePass partition = new OnePass(
                new OnePass.Records() {
                    @Override
                    public boolean advance() throws Exception {
                        look();
                        return groups.advance();
                    }

                    @Override
                    public Object record() {
                        return decode(records);
                    }
                },
                context().operatorName(),
                failure);
        FunctionOutput results = new FunctionOutput(context().operatorName(), record -> emit(record, out), failure);
        function.mapPartition(partition, results);
        partition.end();
        results.end();
        failure.check();
    }

    private void emit(Object record, Collector<Object> out) throws Exception {
        if (output != null) {
            output.add(record);
        } else {
            context().betweenRecords();
            out.collect(record);
        }
    }

    @Override
    List<HeldOutput> cut(List<Segment> segments, List<AutoCloseable> pins) {
        space.closeRetired();
        return output.cut(segments, pins);
    }

    @Override
    void restoreOutput(HeldOutput part, List<FormerSegment> segments, RecordCodec<Object> former) throws Exception {
        output.restore(part, segments, former);
    }

    @Override
    public void close() {
        if (space != null) {
            space.close();
        }
    }
}
