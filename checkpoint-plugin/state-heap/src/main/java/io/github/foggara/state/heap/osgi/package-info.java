/** Publishes the heap state backend as a service; nothing else. */
package io.github.foggara.state.heap.osgi;
