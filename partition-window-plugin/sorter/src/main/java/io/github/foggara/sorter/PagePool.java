package io.github.foggara.sorter;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Pages that wait to be filled again. The task takes; whoever lets a {@link RecordArea} go last gives back. */
final class PagePool {
    private final Memory memory;
    private final int pageSize;
    private final ArrayDeque<byte[]> idle = new ArrayDeque<>();
    private boolean keeping = true;
    private CompletableFuture<Void> waiter;

    PagePool(Memory memory, int pageSize) {
        this.memory = memory;
        this.pageSize = pageSize;
    }

    int pageSize() {
        return pageSize;
    }

    /** Null if there is no memory for one now. */
    synchronized byte[] take() {
        byte[] page = idle.pollLast();
        return page != null ? page : memory.free() >= pageSize ? memory.bytes(pageSize) : null;
    }

    void give(byte[][] pages, int count) {
        CompletableFuture<Void> told;
        synchronized (this) {
            for (int i = 0; i < count; i++) {
                if (keeping) {
                    idle.addLast(pages[i]);
                } else {
                    memory.give(pages[i]);
                }
            }
            told = waiter;
            waiter = null;
        }
        if (told != null) {
            told.complete(null);
        }
    }

    /** Gives the account what is idle. */
    synchronized void trim() {
        idle.forEach(memory::give);
        idle.clear();
    }

    /** From now on nothing is kept for later. */
    synchronized void stopKeeping() {
        keeping = false;
        trim();
    }

    /**
     * Completes at the next {@link #give}, or is complete if so much is free already.
     *
     * @param bytes that should be free in the account, pages that are idle included
     */
    synchronized CompletionStage<Void> until(long bytes) {
        if (memory.free() + (long) idle.size() * pageSize >= bytes) {
            return CompletableFuture.completedFuture(null);
        }
        if (waiter == null) {
            waiter = new CompletableFuture<>();
        }
        return waiter;
    }
}
