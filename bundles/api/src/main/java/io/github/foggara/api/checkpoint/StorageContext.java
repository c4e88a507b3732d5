package io.github.foggara.api.checkpoint;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import java.nio.file.Path;

/**
 * Where checkpoints of one run go.
 *
 * @param directory below which they are kept, if the configuration names no other
 * @param configuration as {@link CheckpointService#storageOptions} answered when the life began
 * @param epoch of the life that opens it, growing: two lives never write into a file of the same name
 */
public record StorageContext(JobId job, String jobName, Path directory, Configuration configuration, long epoch) {}
