package io.github.foggara.kernel.taskexecutor.chain;

/** Template. */
final class SinkLink extends SinkEnd {
    SinkLink(LinkSetup setup) {
        super(setup);
    }

    @Override
    public void collect(Object record) {
        try {
            if (chain.ended()) {
                throw afterFinish();
            }
            writer.write(record);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
