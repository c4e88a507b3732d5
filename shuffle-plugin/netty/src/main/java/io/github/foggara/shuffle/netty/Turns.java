package io.github.foggara.shuffle.netty;

import io.netty.util.concurrent.EventExecutor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Lets a producing task and a net thread work for one owner, one at a time and none waiting: who finds the other at work leaves a note, and that
 * one goes round once more. What the work touches belongs to whoever raised {@code rounds} from 0; the atomic orders one's work before the
 * next one's.
 *
 * <p>Mail is for the net thread. Nobody goes round more than {@value #MOST_ROUNDS} times: what is left then the net thread does later, so neither
 * the task nor the other connections of the net thread are held up by what others ask for.
 */
final class Turns {
    private static final int MOST_ROUNDS = 8;
    private static final int MOST_MAILS = 64;

    private final EventExecutor net;
    private final Runnable work;
    private final Consumer<Throwable> failed;
    private final Queue<Runnable> mail = new ConcurrentLinkedQueue<>();
    private final AtomicInteger rounds = new AtomicInteger();
    private final Runnable later = this::goRound;

    /**
     * @param work done after the mail, each round
     * @param failed called in turn with what mail or work has thrown
     */
    Turns(EventExecutor net, Runnable work, Consumer<Throwable> failed) {
        this.net = net;
        this.work = work;
        this.failed = failed;
    }

    /** Runs it in a turn of the net thread: now if that calls, else later. In the order of the calls of each thread. */
    void execute(Runnable action) {
        mail.add(action);
        if (rounds.getAndIncrement() == 0) {
            if (net.inEventLoop()) {
                goRound();
            } else {
                leaveToNet();
            }
        }
    }

    /** Does the work now, or leaves it to who is at work. The producing task, mostly. */
    void run() {
        if (rounds.getAndIncrement() == 0) {
            goRound();
        }
    }

    /** The caller has the turn. */
    private void goRound() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int seen = rounds.get();
            if (!readMail()) {
                break;
            }
            attempt(work);
            if (rounds.addAndGet(-seen) == 0) {
                return;
            }
        }
        leaveToNet();
    }

    /** Whether all is read. */
    private boolean readMail() {
        for (int i = 0; i < MOST_MAILS; i++) {
            Runnable next = mail.poll();
            if (next == null) {
                return true;
            }
            attempt(next);
        }
        return mail.isEmpty();
    }

    /** With the turn. */
    private void leaveToNet() {
        try {
            net.execute(later);
        } catch (RejectedExecutionException e) {
            // The network is closed: nobody is left who sends mail.
            mail.clear();
            rounds.set(0);
        }
    }

    /** Whatever happens, the turn must end. */
    private void attempt(Runnable action) {
        try {
            action.run();
        } catch (Throwable t) {
            failed.accept(t);
        }
    }
}
