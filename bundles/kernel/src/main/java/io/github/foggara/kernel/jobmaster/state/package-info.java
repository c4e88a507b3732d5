/**
 * What a JobMaster knows of its job, as a function of its events. {@link io.github.foggara.kernel.jobmaster.state.JobState#apply} is the
 * only writer, live and in replay: every setter here is private to the package.
 *
 * <p>Start with {@link io.github.foggara.kernel.jobmaster.state.JobEvent}; {@link
 * io.github.foggara.kernel.jobmaster.state.JobEventCodec} makes its durable ones bytes.
 */
package io.github.foggara.kernel.jobmaster.state;
