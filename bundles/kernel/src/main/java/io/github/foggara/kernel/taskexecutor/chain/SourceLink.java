package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;

/** Template: what a source's reader emits to. */
final class SourceLink extends SourceHead {
    private final Link next;
    private final Mailbox mailbox;
    private final Outputs outputs;

    SourceLink(LinkSetup setup) {
        super(setup);
        next = setup.next();
        mailbox = setup.chain().mailbox();
        outputs = setup.chain().outputs();
    }

    @Override
    public void collect(Object record) {
        emitted++;
        next.collect(record);
    }

    @Override
    public boolean mayContinue() {
        return !mailbox.hasMail() && outputs.hasRoom();
    }

    @Override
    public InputStatus poll() {
        try {
            return reader.poll(this);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
