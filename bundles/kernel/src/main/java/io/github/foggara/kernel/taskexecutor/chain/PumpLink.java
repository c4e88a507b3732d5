package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.lang.invoke.MethodHandles;

/** Template: the loop over a run of records. */
final class PumpLink extends GatePump {
    private static final Link NEXT = LoopCode.next(MethodHandles.lookup());
    private static final Mailbox MAILBOX = LoopCode.mailbox(MethodHandles.lookup());
    private static final Outputs OUTPUTS = LoopCode.outputs(MethodHandles.lookup());

    private final Link next;
    private final Mailbox mailbox;
    private final Outputs outputs;

    PumpLink(LinkSetup setup) {
        super(setup);
        next = setup.next();
        mailbox = setup.chain().mailbox();
        outputs = setup.chain().outputs();
    }

    private Link next() {
        return NEXT != null ? NEXT : next;
    }

    private boolean mayContinue() {
        return !(MAILBOX != null ? MAILBOX : mailbox).hasMail() && (OUTPUTS != null ? OUTPUTS : outputs).hasRoom();
    }

    @Override
    public void pump(GateCursor cursor) {
        while (cursor.hasRecord()) {
            int group = Math.min(GROUP, cursor.remaining());
            next().ahead(cursor, group);
            for (int i = 0; i < group; i++) {
                if (!mayContinue()) {
                    return;
                }
                next().collect(cursor.take());
            }
        }
    }

    @Override
    public void collect(Object record) {
        next.collect(record);
    }
}
