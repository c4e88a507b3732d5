package io.github.foggara.state.heap;

import io.github.foggara.api.state.StateBackend;
import io.github.foggara.testkit.state.StateBackendContract;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HeapStateBackendTest extends StateBackendContract {
    @Override
    protected StateBackend backend() {
        return new HeapStateBackend();
    }
}
