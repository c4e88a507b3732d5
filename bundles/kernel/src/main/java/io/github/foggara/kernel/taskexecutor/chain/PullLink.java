package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.PullReader;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.lang.invoke.MethodHandles;

/** Template: the loop over the records of a source. */
final class PullLink extends PullLoop {
    private static final Link NEXT = LoopCode.next(MethodHandles.lookup());
    private static final Mailbox MAILBOX = LoopCode.mailbox(MethodHandles.lookup());
    private static final Outputs OUTPUTS = LoopCode.outputs(MethodHandles.lookup());

    private final Link next;
    private final Mailbox mailbox;
    private final Outputs outputs;
    private long emitted;

    PullLink(LinkSetup setup) {
        super(setup);
        next = setup.next();
        mailbox = setup.chain().mailbox();
        outputs = setup.chain().outputs();
    }

    private boolean mayContinue() {
        return !(MAILBOX != null ? MAILBOX : mailbox).hasMail() && (OUTPUTS != null ? OUTPUTS : outputs).hasRoom();
    }

    @Override
    InputStatus pull(PullReader<Object, Object> reader) throws Exception {
        long count = 0;
        try {
            while (mayContinue()) {
                if (!reader.advance()) {
                    return reader.status();
                }
                count++;
                (NEXT != null ? NEXT : next).collect(reader.record());
            }
            return InputStatus.MORE_AVAILABLE;
        } finally {
            emitted += count;
            reader.pause();
        }
    }

    @Override
    long emitted() {
        return emitted;
    }

    @Override
    public void collect(Object record) {
        next.collect(record);
    }
}
