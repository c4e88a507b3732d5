package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.sorter.SortedRecords;

/** One result for each group. A restart folds the group again that was under way. */
final class EmitFolds extends Emission {
    private final FoldOperator.FoldMaker maker;
    private Fold fold;
    private long consumed;

    EmitFolds(FoldOperator.FoldMaker maker) {
        this.maker = maker;
    }

    @Override
    void open(TaskContext task, WorkSpace work, long bytes) throws Exception {
        super.open(task, work, bytes);
        fold = maker.of(task.operatorName());
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
        skip(records, consumed);
        SortedGroups groups = new SortedGroups(records, measured);
        while (groups.nextGroup()) {
            fold.begin();
            while (groups.advance()) {
                fold.add(decode(records));
                look();
            }
            context().betweenRecords();
            fold.end(out);
            consumed = groups.consumed();
        }
    }
}
