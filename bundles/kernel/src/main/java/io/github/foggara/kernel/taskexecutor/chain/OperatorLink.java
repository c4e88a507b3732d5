package io.github.foggara.kernel.taskexecutor.chain;

/** Template: an operator that a plugin made. */
final class OperatorLink extends PluginLink {
    private final Link next;
    private int input;

    OperatorLink(LinkSetup setup) {
        super(setup);
        next = setup.next();
    }

    @Override
    public void input(int current) {
        input = current;
    }

    @Override
    public void collect(Object record) {
        try {
            operator.process(input, record, next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    public void endInput(int ended) {
        try {
            operator.endInput(ended, next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    public void finish() {
        try {
            operator.finish(next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
