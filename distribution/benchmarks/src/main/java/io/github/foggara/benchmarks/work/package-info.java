/**
 * What all sides of a comparison share: the loads, the keys and texts they are made of, what must come out, and how it is
 * measured. Depends on the JDK only, since the programs of the peers are compiled with it. Start with
 * {@link io.github.foggara.benchmarks.work.Worker}.
 */
package io.github.foggara.benchmarks.work;
