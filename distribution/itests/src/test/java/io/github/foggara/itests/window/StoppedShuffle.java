package io.github.foggara.itests.window;

import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.shuffle.local.LocalShuffleService;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** The local shuffle, where the end of a source can be one without a drain: as if its job had been stopped to be resumed. Any thread. */
final class StoppedShuffle {
    private final AtomicInteger changed = new AtomicInteger();
    private volatile boolean stopping;

    ShuffleService service() {
        return watched(ShuffleService.class, new LocalShuffleService());
    }

    /** From now on, or no longer, no end of data says that it drains. */
    void stopping(boolean now) {
        stopping = now;
    }

    /** How many ends of data were made such: those of sources, if every other task passes on what it was told. */
    int changed() {
        return changed.get();
    }

    private <T> T watched(Class<T> type, T made) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (stopping && arguments != null && arguments[0] instanceof EndOfData end && end.drain()) {
                        changed.incrementAndGet();
                        arguments[0] = new EndOfData(false);
                    }
                    try {
                        return watched(method.invoke(made, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private Object watched(Object result) {
        if (result instanceof ShuffleEnvironment environment) {
            return watched(ShuffleEnvironment.class, environment);
        }
        return result instanceof ResultPartition partition ? watched(ResultPartition.class, partition) : result;
    }
}
