package io.github.foggara.sorter;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts who needs a thing, and ends it once nobody does. Any thread. */
final class Holders {
    private final AtomicInteger count = new AtomicInteger(1);
    private final Runnable end;

    /** With one holder, its owner. */
    Holders(Runnable end) {
        this.end = end;
    }

    /** False if it has ended. */
    boolean hold() {
        return count.getAndUpdate(now -> now == 0 ? 0 : now + 1) > 0;
    }

    void letGo() {
        if (count.decrementAndGet() == 0) {
            end.run();
        }
    }
}
