package io.github.foggara.kernel.taskexecutor.chain;

/** Template: every record to every consumer, each with a copy of its own if it is mutable. */
final class BroadcastLink extends ExitLink {
    private final int consumers;

    BroadcastLink(LinkSetup setup) {
        super(setup);
        consumers = partition.subpartitions();
    }

    @Override
    public void collect(Object record) {
        try {
            checkOpen();
            int bytes = codec.estimateBytes(record);
            for (int target = 0; target < consumers; target++) {
                partition.append(target, own(record), bytes);
            }
            checkOvershoot();
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
