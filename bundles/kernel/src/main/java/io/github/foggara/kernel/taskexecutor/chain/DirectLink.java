package io.github.foggara.kernel.taskexecutor.chain;

/** Template: to the subtask that the operator before it says. */
final class DirectLink extends DirectExit {
    DirectLink(LinkSetup setup) {
        super(setup);
    }

    @Override
    public void collect(Object record) {
        try {
            checkOpen();
            int target = producer.target(subtasks);
            if (target < 0 || target >= subtasks) {
                throw outside(target);
            }
            partition.append(target, own(record), codec.estimateBytes(record));
            checkOvershoot();
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
