package io.github.foggara.shuffle.netty;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets several threads work for one owner, one at a time and none waiting: who finds another at work leaves a note, and that one goes round
 * once more. What the work touches belongs to whoever raised {@code rounds} from 0; the atomic orders one's work before the next one's.
 */
final class Turns {
    private final Runnable work;
    private final Queue<Runnable> mail = new ConcurrentLinkedQueue<>();
    private final AtomicInteger rounds = new AtomicInteger();

    /**
     * @param work done after the mail, each round; both must not throw
     */
    Turns(Runnable work) {
        this.work = work;
    }

    /** Runs it in a turn, now or by the thread that is at work. */
    void submit(Runnable action) {
        mail.add(action);
        run();
    }

    void run() {
        if (rounds.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            seen = rounds.get();
            Runnable next;
            while ((next = mail.poll()) != null) {
                next.run();
            }
            work.run();
        } while (rounds.addAndGet(-seen) != 0);
    }
}
