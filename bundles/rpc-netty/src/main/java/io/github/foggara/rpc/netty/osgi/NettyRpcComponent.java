package io.github.foggara.rpc.netty.osgi;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.rpc.netty.NettyRpcService;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages over Netty as a DS component. Its configuration {@code foggara.rpc.netty} holds defaults for options that a node's
 * configuration does not set; a value outside its range is logged, and the values before it stay in force.
 */
@Component(
        service = RpcService.class,
        immediate = true,
        configurationPid = "foggara.rpc.netty",
        property = "foggara.plugin=" + NettyRpcService.NAME)
public final class NettyRpcComponent implements RpcService {
    private static final Logger LOG = LoggerFactory.getLogger(NettyRpcComponent.class);

    private final NettyRpcService service = new NettyRpcService();

    @Activate
    public NettyRpcComponent(Map<String, Object> properties) {
        modified(properties);
    }

    /** New defaults, for nodes that are opened from now on. */
    @Modified
    public void modified(Map<String, Object> properties) {
        try {
            Map<String, String> values =
                    new TreeMap<>(Configuration.of(properties, "rpc.netty.").values());
            values.putAll(Configuration.of(properties, "heartbeat.").values());
            service.defaults(new Configuration(values));
        } catch (InvalidOptionException e) {
            LOG.error(
                    "Configuration foggara.rpc.netty is not accepted, the values before it stay in force: {}",
                    e.getMessage());
        }
    }

    /** Closes all nodes and waits until no thread of theirs is left. */
    @Deactivate
    public void deactivate() {
        service.close();
    }

    @Override
    public OptionSet options() {
        return service.options();
    }

    @Override
    public RpcNode open(RpcSettings settings, RpcListener listener) throws IOException {
        return service.open(settings, listener);
    }
}
