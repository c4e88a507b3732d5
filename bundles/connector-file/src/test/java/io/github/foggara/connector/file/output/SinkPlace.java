package io.github.foggara.connector.file.output;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.SinkContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One job around a sink. */
final class SinkPlace implements CommitterContext {
    final List<String> reports = new ArrayList<>();
    private final JobId job;

    SinkPlace() {
        this(JobId.random());
    }

    private SinkPlace(JobId job) {
        this.job = job;
    }

    /** The job that such a working directory belongs to. */
    static SinkPlace of(Path working) {
        String name = working.getFileName().toString();
        return new SinkPlace(JobId.parse(name.substring(name.lastIndexOf('-') + 1)));
    }

    SinkContext attempt(int subtask, int attempt) {
        return new Attempt(new ExecutionAttemptId(job, 2, subtask, attempt));
    }

    Path working(Path target) {
        return OutputPlace.of(target, job).working();
    }

    @Override
    public JobId job() {
        return job;
    }

    @Override
    public String jobName() {
        return "test";
    }

    @Override
    public void report(String line) {
        reports.add(line);
    }

    private record Attempt(ExecutionAttemptId attemptId) implements SinkContext {
        @Override
        public String jobName() {
            return "test";
        }

        @Override
        public String operatorName() {
            return "sink";
        }

        @Override
        public int subtask() {
            return attemptId.subtask();
        }

        @Override
        public int parallelism() {
            return 9;
        }

        @Override
        public int attempt() {
            return attemptId.attempt();
        }

        @Override
        public <S> S service(Class<S> type, String filter) {
            throw new IllegalStateException("no services here");
        }
    }
}
