/**
 * Jobs over full partitions on a kernel with the shipped plugins, without a framework around them. Start with {@link
 * io.github.foggara.itests.window.LocalEngine}.
 */
package io.github.foggara.itests.window;
