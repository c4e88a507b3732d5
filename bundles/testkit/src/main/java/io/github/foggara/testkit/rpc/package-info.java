/**
 * The contract of RPC plugins. A plugin's suite is a subclass of {@link io.github.foggara.testkit.rpc.RpcContract} that names the service, how
 * its nodes know each other, and a configuration with small limits; {@link io.github.foggara.testkit.rpc.InMemoryRpcService} is the simplest
 * service that keeps it, and runs in a simulation.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.rpc;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
