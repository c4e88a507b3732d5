package io.github.foggara.streams;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.util.List;

/**
 * Shows records to the user who ran the job: as lines of the report that appears when it has finished, and only then. Its
 * parallelism is 1.
 *
 * <p>Meant for final results; behind an aggregate in STREAMING mode it sees every update as a record of its own.
 *
 * @param <T> type of the records
 */
public final class ReportSink<T> implements Sink<T> {
    private final int limit;
    private final RecordOrder<T> order;
    private final MapFunction<T, String> formatter;
    private final String title;

    private ReportSink(int limit, RecordOrder<T> order, MapFunction<T, String> formatter, String title) {
        this.limit = limit;
        this.order = order;
        this.formatter = formatter;
        this.title = title;
    }

    /**
     * The {@code n} largest records, largest first; of equal ones those that came first.
     *
     * @param n from 1
     * @param formatter makes the line of a record
     * @throws JobDefinitionException if n is smaller than 1, or an argument is null
     */
    public static <T> ReportSink<T> topN(int n, RecordOrder<T> order, MapFunction<T, String> formatter) {
        return topN("", n, order, formatter);
    }

    /**
     * Like {@link #topN(int, RecordOrder, MapFunction)}.
     *
     * @param title a line above the others; left out if it is empty or there is no record
     */
    public static <T> ReportSink<T> topN(String title, int n, RecordOrder<T> order, MapFunction<T, String> formatter) {
        if (n < 1) {
            throw new JobDefinitionException("ReportSink.topN shows 1 record or more, not " + n);
        }
        if (title == null || order == null || formatter == null) {
            throw new JobDefinitionException("ReportSink.topN needs a title, an order and a formatter, got null");
        }
        return new ReportSink<>(n, order, formatter, title);
    }

    /** What the program wrote, for checks. */
    List<Function> functions() {
        return List.of(order, formatter);
    }

    @Override
    public SinkWriter<T> createWriter(SinkContext context) {
        return new TopWriter<>(limit, order, formatter, title, context);
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return new ReportCommitter(context);
    }
}
