package io.github.foggara.api.rpc;

import io.github.foggara.api.plugin.OptionSet;
import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the root of an RPC plugin, published as a service with {@code foggara.plugin=NAME}; a container opens its node through it.
 * Nodes that are still open when the plugin goes away are closed by it.
 */
@ProviderType
public interface RpcService {
    /** The options it reads, for validation and forms. Any thread, never blocks. */
    OptionSet options();

    /**
     * Purpose: binds and begins to accept. Thread: any but one that calls listeners; blocks while files of keys are read and the address
     * is bound. Once per container; not idempotent.
     *
     * @param listener gets what arrives, from before this method returns
     * @throws IOException saying what is wrong: the address is in use, or may not be used without TLS
     *     ({@link io.github.foggara.api.security.InsecureAddressException}), a file cannot be read, or others may read the secret. Nothing
     *     stays open
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    RpcNode open(RpcSettings settings, RpcListener listener) throws IOException;
}
