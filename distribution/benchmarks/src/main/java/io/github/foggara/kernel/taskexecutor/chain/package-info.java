/**
 * Benchmarks of what is private to the package of this name in the kernel. Start with
 * {@link io.github.foggara.kernel.taskexecutor.chain.KeyedTableBenchmark}.
 */
package io.github.foggara.kernel.taskexecutor.chain;
