package io.github.foggara.testkit.state;

import io.github.foggara.api.state.StateBackend;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class InMemoryStateBackendTest extends StateBackendContract {
    @Override
    protected StateBackend backend() {
        return new InMemoryStateBackend();
    }
}
