package io.github.foggara.shuffle.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.testkit.shuffle.ShuffleServiceContract;

/** Consumers in an environment of their own: everything goes over the wire. */
class RemoteShuffleContractTest extends ShuffleServiceContract {
    @Override
    protected ShuffleService service() {
        return new NettyShuffleService();
    }

    @Override
    protected Configuration smallLimits() {
        return Pair.SMALL;
    }

    @Override
    protected boolean apart() {
        return true;
    }

    @Override
    protected ShuffleContext context(EngineRuntime runtime) {
        return Pair.context(smallLimits(), runtime);
    }

    @Override
    protected void quiesce() {
        Pair.quiesce((NettyShuffleEnvironment) consumers);
    }
}
