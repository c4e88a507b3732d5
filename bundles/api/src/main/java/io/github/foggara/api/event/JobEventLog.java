package io.github.foggara.api.event;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the log of one run under one epoch. Thread: the job's main thread, except {@link #close}. {@link #append} never blocks and
 * never drops: what it cannot write yet is queued, and {@link #full} tells the caller to slow down whoever makes events.
 */
@ProviderType
public interface JobEventLog {
    /** What was found when it was opened. */
    Opening opening();

    /**
     * Enqueues an event behind all before.
     *
     * @return its position: one more than that of the event before it
     * @throws IllegalStateException after {@link #close}
     */
    long append(EventRecord event);

    /**
     * Whether the queue is at its limit. Events are still taken; who makes them should wait for {@link Listener#drained()}.
     */
    boolean full();

    /**
     * Writes what is queued, bounded, and ends the writer. Thread: io; blocks. Idempotent. Nothing is told afterwards.
     */
    void close();

    /**
     * @param end how the reading ended
     * @param events that were given to {@link JobEventStore.Replay}
     * @param words for users: what is missing and why; empty for {@link End#EMPTY} and {@link End#WHOLE}
     */
    record Opening(End end, long events, String words) {}

    /** How a log ended that was read. */
    enum End {
        /** There was none: a fresh start. */
        EMPTY,
        /** Everything that was ever told durable is there. */
        WHOLE,
        /**
         * Behind the last event were bytes of a write that a crash cut: nothing that was told durable is missing.
         */
        TORN_TAIL,
        /**
         * Something is missing: what was given is a valid prefix, and its last event is a durable one. A reset, a commit or a
         * finished task may have followed.
         */
        DAMAGED_PREFIX,
        /** As before, but nothing usable is left; no event was given. */
        DAMAGED
    }

    /** Hears of one log; every method only enqueues. Called from the writer's thread, in order. */
    interface Listener {
        /** Every event up to this position is on disk. Strictly growing; events that are not durable may be told late. */
        void durable(long position);

        /** The queue has room again after {@link JobEventLog#full()} was true. */
        void drained();

        /**
         * Nothing can be written any more, retries included. Events after {@code position} are lost to a later epoch; none is told
         * durable from now on.
         */
        void degraded(long position, String words);

        /** Another writer has opened the log with a higher epoch: this one must end and do nothing more. */
        void fenced(String words);
    }
}
