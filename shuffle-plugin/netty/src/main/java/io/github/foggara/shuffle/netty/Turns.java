package io.github.foggara.shuffle.netty;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets several threads work for one owner, one at a time and none waiting: who finds another at work leaves a note, and that one goes round
 * once more. What the work touches belongs to whoever raised {@code rounds} from 0; the atomic orders one's work before the next one's.
 */
final class Turns implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

    private final Runnable work;
    private final Queue<Runnable> mail = new ConcurrentLinkedQueue<>();
    private final AtomicInteger rounds = new AtomicInteger();

    /**
     * @param work done after the mail, each round
     */
    Turns(Runnable work) {
        this.work = work;
    }

    /** Runs it in a turn, now or by the thread that is at work; in the order of the calls of each thread. */
    @Override
    public void execute(Runnable action) {
        mail.add(action);
        run();
    }

    void run() {
        if (rounds.getAndIncrement() != 0) {
            return;
        }
        int seen;
        do {
            seen = rounds.get();
            Runnable next;
            while ((next = mail.poll()) != null) {
                attempt(next);
            }
            attempt(work);
        } while (rounds.addAndGet(-seen) != 0);
    }

    /** Whatever happens, the turn must end. */
    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.error("An error in the exchange between processes", e);
        }
    }
}
