package io.github.foggara.kernel;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.client.PluginInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What users find in a container that runs no jobs, where others have them.
 *
 * @param why it has none, and where to go; for users
 * @param installed names of programs
 */
public record JobsElsewhere(
        String why,
        Supplier<List<String>> installed,
        Supplier<List<PluginInfo>> registered,
        Supplier<List<String>> problems)
        implements JobService {
    private IllegalArgumentException none() {
        return new IllegalArgumentException(why);
    }

    @Override
    public void submit(JobSubmission submission) {
        throw none();
    }

    @Override
    public List<JobInfo> jobs() {
        return List.of();
    }

    @Override
    public Optional<JobInfo> job(String name) {
        return Optional.empty();
    }

    @Override
    public void start(String name) {
        throw none();
    }

    @Override
    public void cancel(String name) {
        throw none();
    }

    @Override
    public CheckpointInfo triggerCheckpoint(String name, Duration timeout) {
        throw none();
    }

    @Override
    public Optional<JobInfo> awaitTermination(String name, Duration timeout) {
        return Optional.empty();
    }

    @Override
    public List<String> programs() {
        return installed.get();
    }

    @Override
    public List<PluginInfo> plugins() {
        return registered.get();
    }

    @Override
    public List<String> health() {
        return problems.get();
    }
}
