package io.github.foggara.api.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job at one moment.
 *
 * @param id of the run, empty if it never started
 * @param cause why it is suspended, failing or failed, root cause first, or what it waits for; empty otherwise
 * @param workDone input read so far, in units of {@code workTotal}
 * @param workTotal whole input, -1 if unknown
 * @param durationMillis from the start of the run to now or to its end
 * @param incidents failures and what was done about them, the newest last, at most 20
 * @param checkpoints that came to their end, the newest last, at most 10
 * @param report lines the job's committers wrote
 * @param configurationError why the newest configuration was refused while older values stay in force; empty if it was not
 */
public record JobInfo(
        String name,
        String program,
        Optional<String> id,
        JobStatus state,
        Optional<String> cause,
        List<VertexInfo> vertices,
        long workDone,
        long workTotal,
        long durationMillis,
        List<IncidentInfo> incidents,
        List<CheckpointInfo> checkpoints,
        List<String> report,
        Map<String, String> options,
        Map<String, String> arguments,
        Optional<String> configurationError) {}
