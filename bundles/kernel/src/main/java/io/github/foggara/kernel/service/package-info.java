/**
 * OSGi services that user code holds, without OSGi: what a program asks for is a
 * {@link io.github.foggara.kernel.service.ServiceNeed}, by names only, so that a job that waits for a service holds no class
 * of it. Start with {@link io.github.foggara.kernel.service.ServiceHolders}: who holds what, and how a service leaves.
 */
package io.github.foggara.kernel.service;
