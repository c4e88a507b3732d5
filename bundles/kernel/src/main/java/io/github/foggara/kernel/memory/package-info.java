/**
 * The account of the container's bulk memory: {@link io.github.foggara.kernel.memory.ManagedMemory} says who holds how much. Thread-safe;
 * tasks take from it, JobMasters ask it before they deploy.
 */
package io.github.foggara.kernel.memory;
