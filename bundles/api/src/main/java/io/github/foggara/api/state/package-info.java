/**
 * State that survives: what a function keeps per key or per subtask, and who holds it.
 *
 * <p>Users: a descriptor ({@link io.github.foggara.api.state.ValueStateDescriptor} and its siblings) names a state, the methods of
 * {@link io.github.foggara.api.function.RuntimeContext} hand it out in {@code open}. Plugins: start with
 * {@link io.github.foggara.api.state.StateBackend}. Tables in memory that are copied while they change, those of the engine and those of a
 * backend, share {@link io.github.foggara.api.state.PagedCopy} and {@link io.github.foggara.api.state.GroupedSlots}.
 *
 * <p>When a changed program begins from a checkpoint, state finds operators by uid, states, classes, components of records and constants of
 * enums by name:
 *
 * <table>
 * <caption>Changes of the types that a state holds</caption>
 * <tr><th>change</th><th>what happens</th></tr>
 * <tr><td>component of a record added</td><td>0, false, an empty Optional, Iterable, Collection, List, Set or Map; else null</td></tr>
 * <tr><td>component removed</td><td>left out; refused if elements of a set or keys of a map become equal by it</td></tr>
 * <tr><td>components in another order</td><td>accepted</td></tr>
 * <tr><td>component renamed: one gone, a new one of the same type</td><td>refused; if it is two changes, make them in two runs</td></tr>
 * <tr><td>type of a component changed, its type arguments too</td><td>refused; use another name</td></tr>
 * <tr><td>record that is the key, or in it</td><td>any change is refused</td></tr>
 * <tr><td>constant of an enum added or moved</td><td>accepted</td></tr>
 * <tr><td>constant removed or renamed</td><td>refused</td></tr>
 * <tr><td>fields of another class</td><td>any change but their order is refused</td></tr>
 * <tr><td>class moved, renamed, gone, not registered any more, of another kind</td><td>refused</td></tr>
 * </table>
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.state;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
