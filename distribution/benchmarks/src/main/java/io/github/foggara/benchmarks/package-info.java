/** JMH benchmarks of the record way. */
package io.github.foggara.benchmarks;
