package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;

class InMemoryBarrierHandlerTest extends BarrierHandlerContract {
    @Override
    protected BarrierHandler handler(BarrierContext context) {
        return new InMemoryCheckpointService().createBarrierHandler(context);
    }
}
