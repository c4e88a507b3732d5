package io.github.foggara.examples.partition;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.connector.file.FileSource;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.PartitionWindowedStream;
import io.github.foggara.streams.ReportSink;
import io.github.foggara.streams.StreamEnvironment;
import java.nio.file.Path;
import org.osgi.service.component.annotations.Component;

/**
 * How long the requests of each service took: their number, the 50th, 95th and 99th percentile, and the slowest ones. Arguments: {@code
 * input}, CSV files with the columns {@code service,milliseconds,url} among others; {@code output}, a new directory for both tables as CSV, if
 * wanted; {@code slowest}, how many of the slowest requests of each service, 3 if not given; {@code top}, how many services are shown, 20 if
 * not given; {@code malformed}, {@code fail} (if not given) or {@code skip}.
 */
@Component(property = "foggara.job=latency-report")
public final class LatencyReport implements JobProgram {
    private static final int DEFAULT_SLOWEST = 3;
    private static final int LARGEST_SLOWEST = 1_000;
    private static final int DEFAULT_TOP = 20;
    private static final int LARGEST_TOP = 100_000;
    private static final int SHOWN_REQUESTS = 1_000;

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.runtimeMode(RuntimeMode.BATCH);
        int top = parameters.integer("top", DEFAULT_TOP, 1, LARGEST_TOP);
        int most = parameters.integer("slowest", DEFAULT_SLOWEST, 1, LARGEST_SLOWEST);

        PartitionWindowedStream<Request> byService = env.fromSource(
                        FileSource.csv(parameters.string("input"), Request.class)
                                .onMalformed(Malformed.of(parameters), Malformed.SKIP_ADVICE),
                        "requests")
                .uid("requests")
                .keyBy(Request::service)
                .fullWindowPartition();

        DataStream<ServiceLatency> latencies =
                byService.aggregate(new LatencyAggregate()).name("latencies").uid("latencies");
        // By the URL too, so that every run shows the same of equally slow ones, whoever reads them first.
        DataStream<Request> slowest = byService
                .sortPartition(Request::milliseconds, Order.DESCENDING)
                .thenSortPartition(Request::url, Order.ASCENDING)
                .first(most)
                .name("slowest")
                .uid("slowest");

        latencies
                .sinkTo(
                        ReportSink.topN(
                                ServiceLatency.HEADING, top, ServiceLatency::compareByP99, ServiceLatency::line),
                        "report")
                .uid("report");
        slowest.sinkTo(
                        ReportSink.topN(Request.HEADING, SHOWN_REQUESTS, Request::compareByService, Request::line),
                        "slowest requests")
                .uid("slowest-requests");
        if (parameters.find("output").isPresent()) {
            Path output = parameters.path("output");
            latencies
                    .sinkTo(FileSink.csv(output.resolve("services"), ServiceLatency.class), "services as CSV")
                    .uid("services-csv");
            slowest.sinkTo(FileSink.csv(output.resolve("slowest"), Request.class), "slowest as CSV")
                    .uid("slowest-csv");
        }
    }
}
