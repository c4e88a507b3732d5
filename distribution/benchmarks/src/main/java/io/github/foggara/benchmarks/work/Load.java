package io.github.foggara.benchmarks.work;

import java.nio.file.Path;

/**
 * One job to be run.
 *
 * @param records how many records the source makes; for {@link Workload#WORDS} the words of the text
 * @param keys number of different keys
 * @param rate records per second of all subtasks together, for {@link Workload#LATENCY}; of each, for {@link Workload#RESTART}
 * @param text directory with the text for {@link Workload#WORDS}
 */
public record Load(Workload workload, int parallelism, long records, long keys, long rate, Path text) {}
