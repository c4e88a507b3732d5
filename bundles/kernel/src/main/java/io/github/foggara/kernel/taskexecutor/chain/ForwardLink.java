package io.github.foggara.kernel.taskexecutor.chain;

/** Template: one consumer. */
final class ForwardLink extends ExitLink {
    ForwardLink(LinkSetup setup) {
        super(setup);
    }

    @Override
    public void collect(Object record) {
        try {
            checkOpen();
            partition.append(0, own(record), codec.estimateBytes(record));
            checkOvershoot();
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
