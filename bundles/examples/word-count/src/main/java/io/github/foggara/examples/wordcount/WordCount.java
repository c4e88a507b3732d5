package io.github.foggara.examples.wordcount;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.connector.file.FileSource;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.ReportSink;
import io.github.foggara.streams.StreamEnvironment;
import org.osgi.service.component.annotations.Component;

/**
 * Counts the words of text files. Arguments: {@code input}, a file, directory or glob; {@code output}, a new directory for
 * all counts as CSV, if wanted; {@code top}, how many of the most frequent words the report shows, 10 if not given.
 */
@Component(property = "foggara.job=word-count")
public final class WordCount implements JobProgram {
    private static final int DEFAULT_TOP = 10;
    private static final int LARGEST_TOP = 100_000;

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.runtimeMode(RuntimeMode.BATCH);
        int top = parameters.integer("top", DEFAULT_TOP, 1, LARGEST_TOP);

        DataStream<Tally> counts = env.fromSource(FileSource.lines(parameters.string("input")), "lines")
                .uid("lines")
                .flatMap(Words::split)
                .name("split")
                .uid("split")
                .keyBy(Tally::word)
                .sum(Tally::count)
                .name("count")
                .uid("count");

        counts.sinkTo(ReportSink.topN(top, Tally::compareByCount, Tally::line), "top " + top)
                .uid("top");
        if (parameters.find("output").isPresent()) {
            counts.sinkTo(FileSink.csv(parameters.path("output"), Tally.class), "counts")
                    .uid("counts");
        }
    }
}
