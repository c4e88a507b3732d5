package io.github.foggara.kernel.taskexecutor.chain;

/**
 * Template: one consumer. Nobody sees in a program whether a forward edge is one between tasks, and within a chain who emitted a record may
 * write into it again. So it is copied here with object reuse as well.
 */
final class ForwardLink extends ExitLink {
    ForwardLink(LinkSetup setup) {
        super(setup);
    }

    @Override
    public void collect(Object record) {
        try {
            checkOpen();
            partition.append(0, unshared(record), codec.estimateBytes(record));
            checkOvershoot();
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
