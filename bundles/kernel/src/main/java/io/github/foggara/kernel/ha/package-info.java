/**
 * The leader election that is built in: {@link io.github.foggara.kernel.ha.FileLeaderElection}, for containers that share a data
 * directory. One holds its lock; the epochs it grants are counted in a file beside it, which {@link io.github.foggara.kernel.ha.DurableFiles}
 * replaces, as it does other small files of the kernel.
 */
package io.github.foggara.kernel.ha;
