/**
 * Where the kernel meets OSGi: thin components that read configuration, track services and hand on what they are told. No
 * decision is taken here. Start with {@link io.github.foggara.kernel.osgi.KernelComponent}.
 */
package io.github.foggara.kernel.osgi;
