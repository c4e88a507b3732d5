package io.github.foggara.shuffle.local;

import io.github.foggara.api.runtime.Waker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the consumers of a partition may touch of its producer: the bytes it has out, and its bell. Apart from the partition,
 * whose fields change with each record.
 *
 * <p>Thread-safe. {@code charged} is what the producer has booked in the budget and grows by its thread alone, until the
 * partition is released, after which it is {@link #RELEASED}; {@code read} is what consumers have taken.
 */
final class RoomSignal extends QueuePadding {
    private static final VarHandle CHARGED;
    private static final VarHandle READ;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CHARGED = lookup.findVarHandle(RoomSignal.class, "charged", long.class);
            READ = lookup.findVarHandle(RoomSignal.class, "read", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long RELEASED = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final Waker owner;
    private final MemoryBudget budget;
    private final AtomicBoolean listed = new AtomicBoolean();

    private volatile long charged;
    private volatile long read;
    private volatile long wakeAtRead = NEVER;

    RoomSignal(Waker owner, MemoryBudget budget) {
        this.owner = owner;
        this.budget = budget;
    }

    /** Producer: books bytes it has appended. */
    void charge(long bytes) {
        long before = charged;
        while (before != RELEASED) {
            if (CHARGED.compareAndSet(this, before, before + bytes)) {
                budget.charge(bytes);
                return;
            }
            before = charged;
        }
    }

    /** Bytes charged and not read; 0 after the release. */
    long unread() {
        long total = charged;
        return total == RELEASED ? 0 : total - read;
    }

    boolean released() {
        return charged == RELEASED;
    }

    /**
     * Nothing is charged from now on.
     *
     * @return what had been
     */
    long endCharging() {
        return (long) CHARGED.getAndSet(this, RELEASED);
    }

    /** Producer: ring me when only that many bytes are unread, or the budget has recovered. */
    void wakeAtUnread(long bytes) {
        wakeAtRead = charged - bytes;
        if (listed.compareAndSet(false, true)) {
            budget.await(this);
        }
    }

    void hasRoomAgain() {
        wakeAtRead = NEVER;
    }

    /** Consumer: bytes of this partition have been read. The budget is told by the gate, in larger steps. */
    void read(long bytes) {
        long total = (long) READ.getAndAdd(this, bytes) + bytes;
        if (total >= wakeAtRead) {
            wakeAtRead = NEVER;
            ring();
        }
    }

    /** The budget has recovered; this signal is on its list no longer. */
    void budgetRecovered() {
        listed.set(false);
        ring();
    }

    /** Rings the producer if it waits; the caller has published what there is to see. */
    void ring() {
        VarHandle.fullFence();
        if (owner.waiting()) {
            owner.wake();
        }
    }
}
