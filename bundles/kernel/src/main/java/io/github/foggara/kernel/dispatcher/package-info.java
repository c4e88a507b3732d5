/**
 * The jobs of a container. {@link io.github.foggara.kernel.dispatcher.Dispatcher} is the door (any thread); {@link
 * io.github.foggara.kernel.dispatcher.JobTable} is the territory of the dispatcher thread: which job is a configuration, which
 * run it has, what is recorded of it. {@link io.github.foggara.kernel.dispatcher.RunStore} keeps the records under {@code
 * data/jobs}; readers see immutable views.
 *
 * <p>A configuration is a run: its record says how far it came. A container that starts again goes on with runs that were
 * not over, and leaves alone those that were. A changed configuration is a new run with a new id, whose attempts count
 * from 0; a resumed run keeps its id and counts on.
 *
 * <p>A record without a configuration goes after a grace ({@link io.github.foggara.kernel.dispatcher.Removals}), but not
 * before the output that was decided on is published.
 */
package io.github.foggara.kernel.dispatcher;
