/**
 * State that survives: what a function keeps per key or per subtask, and who holds it.
 *
 * <p>Users: a descriptor ({@link io.github.foggara.api.state.ValueStateDescriptor} and its siblings) names a state, the methods of
 * {@link io.github.foggara.api.function.RuntimeContext} hand it out in {@code open}. Plugins: start with
 * {@link io.github.foggara.api.state.StateBackend}. Tables in memory that are copied while they change, those of the engine and those of a
 * backend, share {@link io.github.foggara.api.state.PagedCopy} and {@link io.github.foggara.api.state.GroupedSlots}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.state;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
