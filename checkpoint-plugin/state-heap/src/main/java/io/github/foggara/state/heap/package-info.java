/**
 * State in the memory of the process, with snapshots that do not stop processing.
 *
 * <p>Start with {@link io.github.foggara.state.heap.HeapStateBackend}; {@link io.github.foggara.state.heap.LongTable} and {@link
 * io.github.foggara.state.heap.ObjectTable} hold what there is, {@link io.github.foggara.state.heap.HeapKeyedSnapshot} writes it while it
 * changes, {@link io.github.foggara.state.heap.Frame} has the format. Everything belongs to a task's thread, except a snapshot that is
 * being written (io) and pages of tables it reads.
 */
package io.github.foggara.state.heap;
