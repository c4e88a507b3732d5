package io.github.foggara.benchmarks.job;

import io.github.foggara.benchmarks.work.Row;

/** The number of a row; fails the job if the rows of a subtask do not come in order. */
final class InOrder implements TotalSink.Number<Row> {
    private transient long previous = Long.MIN_VALUE;

    @Override
    public long of(Row row) {
        if (row.key() < previous) {
            throw new IllegalStateException("The key " + row.key() + " came after " + previous);
        }
        previous = row.key();
        return Row.digest(row.key(), row.payload());
    }
}
