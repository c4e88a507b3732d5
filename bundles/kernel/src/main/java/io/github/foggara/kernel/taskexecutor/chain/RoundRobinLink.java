package io.github.foggara.kernel.taskexecutor.chain;

/** Template: rebalance and rescale; which consumers a subtask reaches is decided by its partition. */
final class RoundRobinLink extends ExitLink {
    private final int consumers;
    private int next;

    RoundRobinLink(LinkSetup setup) {
        super(setup);
        consumers = partition.subpartitions();
        next = setup.exit().firstSubpartition() % consumers;
    }

    @Override
    public void collect(Object record) {
        try {
            checkOpen();
            int target = next;
            next = target + 1 == consumers ? 0 : target + 1;
            partition.append(target, own(record), codec.estimateBytes(record));
            checkOvershoot();
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
