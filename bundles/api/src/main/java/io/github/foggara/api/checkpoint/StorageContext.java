package io.github.foggara.api.checkpoint;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import java.nio.file.Path;

/**
 * Where checkpoints of one run go.
 *
 * @param directory below which they are kept, if the configuration names no other
 */
public record StorageContext(JobId job, String jobName, Path directory, Configuration configuration) {}
