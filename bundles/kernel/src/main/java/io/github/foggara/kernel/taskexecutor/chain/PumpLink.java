package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;

/** Template: the loop over a run of records. */
final class PumpLink extends GatePump {
    private final Link next;
    private final Mailbox mailbox;
    private final Outputs outputs;

    PumpLink(LinkSetup setup) {
        super(setup);
        next = setup.next();
        mailbox = setup.chain().mailbox();
        outputs = setup.chain().outputs();
    }

    @Override
    public void pump(GateCursor cursor) {
        while (cursor.hasRecord() && !mailbox.hasMail() && outputs.hasRoom()) {
            next.collect(cursor.take());
        }
    }

    @Override
    public void collect(Object record) {
        next.collect(record);
    }
}
