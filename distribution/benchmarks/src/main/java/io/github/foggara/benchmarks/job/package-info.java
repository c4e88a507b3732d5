/** The jobs that are measured: ordinary programs on the DataStream API, without a path of their own in the engine. */
package io.github.foggara.benchmarks.job;
