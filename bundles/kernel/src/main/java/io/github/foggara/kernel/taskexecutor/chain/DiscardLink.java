package io.github.foggara.kernel.taskexecutor.chain;

/** Template: the end of an operator whose output nobody reads. */
final class DiscardLink extends Link {
    DiscardLink(LinkSetup setup) {
        super(setup);
    }

    @Override
    public void collect(Object record) {
        // Nobody reads it.
    }
}
