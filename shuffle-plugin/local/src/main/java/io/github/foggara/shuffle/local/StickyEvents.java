package io.github.foggara.shuffle.local;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The events of a channel that stay true after they have been read: a later consumer attempt gets them again, once, before
 * anything else. Each is null if it has not come. Immutable; changes only when an event is appended.
 */
public record StickyEvents(Watermark watermark, EndOfData endOfData, EndOfPartition endOfPartition) {
    /** Of a new channel. */
    public static final StickyEvents NONE = new StickyEvents(null, null, null);

    /** Once this event has been read as well. */
    public StickyEvents after(ChannelEvent event) {
        if (event instanceof Watermark latest) {
            return new StickyEvents(latest, endOfData, endOfPartition);
        }
        if (event instanceof EndOfData end) {
            return new StickyEvents(watermark, end, endOfPartition);
        }
        if (event instanceof EndOfPartition end) {
            return new StickyEvents(watermark, endOfData, end);
        }
        // A barrier divides records; to a later attempt, which begins behind it, it says nothing.
        return this;
    }

    /** In the order they came; null if there are none. */
    public Queue<ChannelEvent> replay() {
        if (this == NONE) {
            return null;
        }
        Queue<ChannelEvent> events = new ArrayDeque<>(3);
        add(events, watermark);
        add(events, endOfData);
        add(events, endOfPartition);
        return events;
    }

    private static void add(Queue<ChannelEvent> events, ChannelEvent event) {
        if (event != null) {
            events.add(event);
        }
    }
}
