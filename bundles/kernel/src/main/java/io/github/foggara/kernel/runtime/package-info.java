/**
 * The kernel's implementation of the runtime seam, and {@link io.github.foggara.kernel.runtime.OwnerThread}, the loop behind
 * every gateway: one thread owns one territory.
 */
package io.github.foggara.kernel.runtime;
