package io.github.foggara.testkit.task;

import io.github.foggara.api.task.RecordCursor;
import java.util.List;

/** Records of an input, and what a test does between them. */
public final class ScriptedInput<I> implements RecordCursor<I> {
    /** Between two records. */
    @FunctionalInterface
    public interface Between {
        /**
         * @param given records given so far, 0 before the first; the number of all records before the end
         */
        void at(int given) throws Exception;
    }

    private final List<? extends I> records;
    private final Between between;
    private int given;
    private boolean ended;
    private I record;

    public ScriptedInput(List<? extends I> records) {
        this(records, given -> {});
    }

    public ScriptedInput(List<? extends I> records, Between between) {
        this.records = records;
        this.between = between;
    }

    @Override
    public boolean advance() throws Exception {
        if (ended) {
            return false;
        }
        between.at(given);
        if (given == records.size()) {
            ended = true;
            return false;
        }
        record = records.get(given++);
        return true;
    }

    @Override
    public I record() {
        if (record == null) {
            throw new IllegalStateException("Each record is given once");
        }
        I taken = record;
        record = null;
        return taken;
    }

    /** Records given so far. */
    public int given() {
        return given;
    }
}
