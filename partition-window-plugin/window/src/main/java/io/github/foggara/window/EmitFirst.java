package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.sorter.SortedRecords;

/** The first ones of each group. */
final class EmitFirst extends Emission {
    private final long limit;
    private long consumed;
    /** Of the group that comes now. */
    private long left;

    EmitFirst(long limit) {
        this.limit = limit;
    }

    @Override
    Progress progress() {
        return new Progress(consumed, left);
    }

    @Override
    void goOn(Progress from) {
        consumed = from.consumed();
        left = from.inGroup();
    }

    @Override
    void run(SortedRecords records, boolean measured, Collector<Object> out) throws Exception {
        skip(records, consumed);
        SortedGroups groups = new SortedGroups(records, measured);
        while (groups.nextGroup()) {
            for (long number = 1; number <= limit && groups.advance(); number++) {
                if (number > left) {
                    context().betweenRecords();
                    out.collect(decode(records));
                    left = number;
                }
            }
            skipRest(groups);
            consumed = groups.consumed();
            left = 0;
        }
    }
}
