package io.github.foggara.examples.csvreport;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.connector.file.FileSource;
import io.github.foggara.connector.file.OnMalformed;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.ReportSink;
import io.github.foggara.streams.StreamEnvironment;
import org.osgi.service.component.annotations.Component;

/**
 * Sales of a web shop by region and category: number of orders, pieces, total, smallest, largest and mean amount of an
 * order. Arguments: {@code input}, CSV files with the columns {@code region,category,quantity,price} among others;
 * {@code output}, a new directory for the report as CSV, if wanted; {@code top}, how many groups are shown, 20 if not
 * given; {@code malformed}, {@code fail} (if not given) or {@code skip}.
 */
@Component(property = "foggara.job=csv-report")
public final class CsvReport implements JobProgram {
    private static final int DEFAULT_TOP = 20;
    private static final int LARGEST_TOP = 100_000;
    /** In the words of whoever runs the job. */
    private static final String SKIP_ADVICE =
            "leave such rows out: --malformed skip, or arg.malformed=skip in the job's configuration";

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.runtimeMode(RuntimeMode.BATCH);
        int top = parameters.integer("top", DEFAULT_TOP, 1, LARGEST_TOP);

        DataStream<Summary> summaries = env.fromSource(
                        FileSource.csv(parameters.string("input"), Order.class)
                                .onMalformed(malformed(parameters), SKIP_ADVICE),
                        "orders")
                .uid("orders")
                .map(Sales::of)
                .name("amounts")
                .uid("amounts")
                .keyBy(Sales::group)
                .reduce(Sales::plus)
                .name("by region and category")
                .uid("sales")
                .map(Summary::of)
                .name("summaries")
                .uid("summaries");

        summaries
                .sinkTo(ReportSink.topN(Summary.HEADING, top, Summary::compareByTotal, Summary::line), "report")
                .uid("report");
        if (parameters.find("output").isPresent()) {
            summaries
                    .sinkTo(FileSink.csv(parameters.path("output"), Summary.class), "csv")
                    .uid("csv");
        }
    }

    private static OnMalformed malformed(JobParameters parameters) {
        String text = parameters.find("malformed").orElse("fail");
        return switch (text) {
            case "fail" -> OnMalformed.FAIL;
            case "skip" -> OnMalformed.SKIP;
            default ->
                throw new JobDefinitionException("The argument 'malformed' must be fail or skip, not '" + text + "'");
        };
    }
}
