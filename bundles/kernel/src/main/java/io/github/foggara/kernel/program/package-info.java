/**
 * From a program to the graph of one run. {@link io.github.foggara.kernel.program.ProgramGraphs} calls the program, twice at
 * submission and once per task attempt; {@link io.github.foggara.kernel.program.Fingerprint} tells whether two graphs are the
 * same. {@link io.github.foggara.kernel.program.Programs} is where programs are found.
 */
package io.github.foggara.kernel.program;
