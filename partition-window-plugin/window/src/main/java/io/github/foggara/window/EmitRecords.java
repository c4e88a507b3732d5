package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.sorter.SortedRecords;

/** All of them, or the first ones. */
final class EmitRecords extends Emission {
    private final long limit;
    private long emitted;

    EmitRecords(long limit) {
        this.limit = limit;
    }

    @Override
    Progress progress() {
        return new Progress(emitted, 0);
    }

    @Override
    void goOn(Progress from) {
        emitted = from.consumed();
    }

    @Override
    void run(SortedRecords records, boolean measured, Collector<Object> out) throws Exception {
        skip(records, emitted);
        while (emitted < limit && records.advance()) {
            context().betweenRecords();
            out.collect(decode(records));
            emitted++;
        }
    }
}
