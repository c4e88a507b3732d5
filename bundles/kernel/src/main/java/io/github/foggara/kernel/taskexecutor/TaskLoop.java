package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.taskexecutor.chain.Outputs;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;

/**
 * Takes turns, serves mails between them, and parks when nothing can be done. Task thread.
 *
 * <p>Falling asleep takes three empty turns: after the first what was written is flushed and the processor offered to
 * others, which often bring work and save the park; after the second the bell is armed; after the third, the look
 * after arming, the thread parks ({@link Doorbell} says why that loses no wake).
 */
final class TaskLoop {
    private final EngineRuntime runtime;
    private final Mailbox mailbox;
    private final Doorbell bell;

    TaskLoop(EngineRuntime runtime, Mailbox mailbox, Doorbell bell) {
        this.runtime = runtime;
        this.mailbox = mailbox;
        this.bell = bell;
    }

    boolean hasMail() {
        return mailbox.hasMail();
    }

    /**
     * For a loop over records that is above this one on the stack, between two of them: serves mails, and events of an input that will
     * bring no records any more, until outputs have room.
     */
    void pause(TaskInput input, Outputs outputs) throws Exception {
        Turn turn = () -> input.serveEvent()
                ? Turn.Outcome.PROGRESS
                : outputs.hasRoom() ? Turn.Outcome.END : Turn.Outcome.NOTHING;
        run(turn, outputs);
    }

    /** Until the turn says END. May be called within a turn. */
    void run(Turn turn, Outputs outputs) throws Exception {
        int empty = 0;
        while (true) {
            runtime.yieldPoint();
            if (mailbox.hasMail()) {
                mailbox.drain();
            }
            Turn.Outcome outcome = turn.take();
            if (outcome == Turn.Outcome.END) {
                bell.disarm();
                return;
            }
            if (outcome == Turn.Outcome.PROGRESS) {
                bell.disarm();
                empty = 0;
            } else if (!mailbox.hasMail()) {
                empty = rest(empty, outputs);
            }
        }
    }

    private int rest(int empty, Outputs outputs) {
        switch (empty) {
            case 0 -> {
                outputs.flush();
                Thread.yield();
                return 1;
            }
            case 1 -> {
                bell.arm();
                return 2;
            }
            default -> {
                if (!bell.waiting()) {
                    // A mail has waited for something else, and taken the bell back.
                    bell.arm();
                    return 2;
                }
                bell.park();
                return 1;
            }
        }
    }
}
