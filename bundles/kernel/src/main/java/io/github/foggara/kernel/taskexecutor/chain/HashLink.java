package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.kernel.serialization.KeyGroups;

/** Template: to the subtask that owns the key group of the record's key. */
final class HashLink extends ExitLink {
    private final KeySelector<Object, Object> selector;
    private final KeyGroups keyGroups;

    HashLink(LinkSetup setup) {
        super(setup);
        Exit exit = setup.exit();
        selector = exit.key();
        keyGroups = new KeyGroups(exit.maxParallelism(), exit.consumerParallelism());
    }

    @Override
    public void collect(Object record) {
        try {
            checkOpen();
            Object key = selector.key(record);
            if (key == null) {
                throw nullResult("key selector behind the output");
            }
            int target = key instanceof Long number ? keyGroups.subtask((long) number) : keyGroups.subtask(key);
            partition.append(target, own(record), codec.estimateBytes(record));
            checkOvershoot();
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
