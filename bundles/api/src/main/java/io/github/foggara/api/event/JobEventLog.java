package io.github.foggara.api.event;

import java.util.OptionalLong;
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
     * Enqueues an event that says all that those before it said, which need not be kept any more: an opening that finds it durable may begin
     * with it. Until it is durable, everything that was is still found, whatever crashes; what is appended behind it keeps its order. A store
     * that has no room or fails at it may keep the events before it as well, but after a {@link #close} without a failure of the disk an
     * opening begins with it. As {@link #append}, it never blocks.
     *
     * @param image a durable event
     * @return its position, the next one; empty if this store cannot forget: then nothing was appended, and the log only grows
     * @throws IllegalStateException after {@link #close}
     */
    default OptionalLong compact(EventRecord image) {
        return OptionalLong.empty();
    }

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
     * @param last position of the last event that was given to {@link JobEventStore.Replay}; 0 if there was none
     * @param words for users: what is missing and why; empty for {@link End#EMPTY} and {@link End#WHOLE}
     */
    record Opening(End end, long last, String words) {}

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
