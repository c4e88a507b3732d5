/**
 * The operators of one vertex as plain calls, with code of their own.
 *
 * <p>{@link io.github.foggara.kernel.taskexecutor.chain.ChainBuilder} turns the vertex's part of the graph into
 * {@link io.github.foggara.kernel.taskexecutor.chain.Link}s. The link classes are templates:
 * {@link io.github.foggara.kernel.taskexecutor.chain.ChainCode} defines each of them anew, as a hidden class, for each place in
 * each graph. So the calls in a link have one receiver class only, whatever else runs in the container, and
 * the JIT compiler inlines a whole chain. A template must therefore be a top-level class, keep its per-record work in its
 * own methods, not be named by others, and have no lambda that captures {@code this}: its descriptor would name the template
 * and not the class defined from it.
 */
package io.github.foggara.kernel.taskexecutor.chain;
