package io.github.foggara.api.shuffle;

import java.util.NoSuchElementException;

/**
 * What the last poll of a gate found: a run of records of one channel, or one event. Reused; owned by the consuming task.
 * Fields are private and accessors trivial, so the loop over a run compiles to array reads.
 */
public final class GateCursor {
    private Object[] records;
    private int next;
    private int end;
    private int channel;
    private long endSequence;
    private ChannelEvent event;

    /** For the gate: a run {@code records[from..to)} whose first record has the given sequence number. */
    public void records(int channel, Object[] records, int from, int to, long firstSequence) {
        this.channel = channel;
        this.records = records;
        this.next = from;
        this.end = to;
        this.endSequence = firstSequence + (to - from);
        this.event = null;
    }

    /** For the gate: an event. */
    public void event(int channel, ChannelEvent event) {
        this.channel = channel;
        this.event = event;
        this.next = 0;
        this.end = 0;
        this.records = null;
    }

    public boolean hasRecord() {
        return next < end;
    }

    public int remaining() {
        return end - next;
    }

    /**
     * The next record; its slot is cleared.
     *
     * @throws NoSuchElementException if there is none
     */
    public Object take() {
        if (next >= end) {
            throw new NoSuchElementException();
        }
        Object record = records[next];
        records[next++] = null;
        return record;
    }

    /**
     * A record that {@link #take()} will give later, without taking it.
     *
     * @param ahead 0 for the next one, less than {@link #remaining()}
     */
    public Object peek(int ahead) {
        return records[next + ahead];
    }

    /** The event, once; null if there is none. */
    public ChannelEvent takeEvent() {
        ChannelEvent taken = event;
        event = null;
        return taken;
    }

    public boolean exhausted() {
        return next >= end && event == null;
    }

    public int channel() {
        return channel;
    }

    /** Sequence number of the record that {@link #take()} would give. */
    public long sequence() {
        return endSequence - (end - next);
    }
}
