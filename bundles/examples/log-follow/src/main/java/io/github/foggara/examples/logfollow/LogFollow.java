package io.github.foggara.examples.logfollow;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.connector.file.FileSource;
import io.github.foggara.connector.file.OnLost;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.time.Duration;
import org.osgi.service.component.annotations.Component;

/**
 * Follows logs for ever, numbers the lines of each key (their first word), and writes each line exactly once, whatever is killed meanwhile.
 * Arguments: {@code input}, a directory, file or glob; {@code output}, a directory for CSV files that checkpoints add to; {@code every},
 * milliseconds between two looks for new lines, 500 if not given; {@code lost}, {@code fail} (if not given) or {@code skip}: what happens when
 * lines are deleted before they are read.
 */
@Component(property = "foggara.job=log-follow")
public final class LogFollow implements JobProgram {
    private static final int DEFAULT_MILLIS = 500;
    private static final int LARGEST_MILLIS = 3_600_000;

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.runtimeMode(RuntimeMode.STREAMING);
        env.option("execution.checkpointing.interval", "1 s");
        Duration every = Duration.ofMillis(parameters.integer("every", DEFAULT_MILLIS, 1, LARGEST_MILLIS));

        env.fromSource(
                        FileSource.lines(parameters.string("input"))
                                .monitorContinuously(every)
                                .onLost(lost(parameters)),
                        "logs")
                .uid("logs")
                .flatMap(Entry::parse)
                .name("entries")
                .uid("entries")
                .keyBy(Entry::key)
                .process(new Numbering())
                .name("number")
                .uid("number")
                .sinkTo(FileSink.csv(parameters.path("output"), Numbered.class), "csv")
                .uid("csv");
    }

    private static OnLost lost(JobParameters parameters) {
        String text = parameters.find("lost").orElse("fail");
        return switch (text) {
            case "fail" -> OnLost.FAIL;
            case "skip" -> OnLost.SKIP;
            default -> throw new JobDefinitionException("The argument 'lost' must be fail or skip, not '" + text + "'");
        };
    }
}
