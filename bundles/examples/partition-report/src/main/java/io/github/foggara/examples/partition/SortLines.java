package io.github.foggara.examples.partition;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.connector.file.FileSource;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import org.osgi.service.component.annotations.Component;

/**
 * Sorts the lines of text files, which may be larger than memory. Arguments: {@code input}, a file, directory or glob; {@code output}, a new
 * directory whose parts are the sorted text, one behind the other in the order of their names; {@code order}, {@code ascending} (if not
 * given) or {@code descending}. Each subtask gets a range of the lines and sorts that.
 */
@Component(property = "foggara.job=sort-lines")
public final class SortLines implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.runtimeMode(RuntimeMode.BATCH);
        Order order = order(parameters);

        env.fromSource(FileSource.lines(parameters.string("input")), "lines")
                .uid("lines")
                .partitionByRange("*", order)
                .uid("ranges")
                .fullWindowPartition()
                .sortPartition("*", order)
                .name("sort")
                .uid("sort")
                .sinkTo(FileSink.lines(parameters.path("output")), "sorted lines")
                .uid("sorted");
    }

    private static Order order(JobParameters parameters) {
        String text = parameters.find("order").orElse("ascending");
        return switch (text) {
            case "ascending" -> Order.ASCENDING;
            case "descending" -> Order.DESCENDING;
            default ->
                throw new JobDefinitionException(
                        "The argument 'order' must be ascending or descending, not '" + text + "'");
        };
    }
}
