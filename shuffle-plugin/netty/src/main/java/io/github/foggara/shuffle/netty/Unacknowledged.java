package io.github.foggara.shuffle.netty;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.shuffle.local.StickyEvents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What was taken out of a queue for the readers of one subpartition, and not claimed by one yet: first what the current view has been sent,
 * then what waits for its credit. Positions begin at 0 with each view. Owned by the sender.
 */
final class Unacknowledged {
    private static final int SPARE = 4;
    private static final int INITIAL = 4 * 1024;
    private static final int LARGEST_SPARE = 128 * 1024;

    private final AtomicLong total;
    private final Deque<Element> sent = new ArrayDeque<>();
    private final Deque<Element> unsent = new ArrayDeque<>();
    private final Deque<RecordOutput> spare = new ArrayDeque<>();
    /** What a reader knows that has claimed all before the first element, and all. */
    private StickyEvents claimed = StickyEvents.NONE;

    private StickyEvents known = StickyEvents.NONE;
    private long claimedTo;
    private long sentTo;
    private long end;

    /**
     * @param total of all senders, in bytes
     */
    Unacknowledged(AtomicLong total) {
        this.total = total;
    }

    /** A view begins: it is told again what stays true, then gets what no other has claimed. */
    void restart() {
        List<Element> left = new ArrayList<>(sent);
        left.addAll(unsent);
        clear();
        for (ChannelEvent event : replay(claimed)) {
            add(Element.of(event));
        }
        left.forEach(this::add);
    }

    /** How many events the queue is going to tell again that stand here already. */
    int toldAgain() {
        return replay(known).size();
    }

    private static List<ChannelEvent> replay(StickyEvents events) {
        return events == StickyEvents.NONE ? List.of() : List.copyOf(events.replay());
    }

    void add(Element element) {
        unsent.add(element);
        end += element.cost();
        total.addAndGet(element.cost());
        if (element.event() != null) {
            known = known.after(element.event());
        }
    }

    /** The next element that goes out; null if there is none. */
    Element send() {
        Element next = unsent.poll();
        if (next != null) {
            sent.add(next);
            sentTo += next.cost();
        }
        return next;
    }

    /** The view has claimed all up to there. */
    void claimed(long position) {
        while (!sent.isEmpty() && claimedTo + sent.peek().cost() <= position) {
            Element element = sent.remove();
            claimedTo += element.cost();
            total.addAndGet(-element.cost());
            if (element.event() != null) {
                claimed = claimed.after(element.event());
            } else if (spare.size() < SPARE && element.bytes().array().length <= LARGEST_SPARE) {
                spare.add(element.bytes());
            }
        }
    }

    /**
     * What was sent behind that position.
     *
     * @throws IllegalArgumentException if no element begins there
     */
    List<Element> sentBehind(long position) {
        List<Element> behind = new ArrayList<>();
        long begin = claimedTo;
        for (Element element : sent) {
            if (begin >= position) {
                behind.add(element);
            } else if (begin + element.cost() > position) {
                throw new IllegalArgumentException("Nothing begins at " + position);
            }
            begin += element.cost();
        }
        return behind;
    }

    /** Sequence number of the first record here, or that one if there is none. */
    long firstSequence(long following) {
        for (Deque<Element> part : List.of(sent, unsent)) {
            for (Element element : part) {
                if (element.event() == null) {
                    return element.firstSequence();
                }
            }
        }
        return following;
    }

    /** For the records of another batch. */
    RecordOutput output() {
        RecordOutput free = spare.poll();
        if (free == null) {
            return new RecordOutput(INITIAL);
        }
        free.reset();
        return free;
    }

    long sentTo() {
        return sentTo;
    }

    long end() {
        return end;
    }

    /** Nobody will read it. */
    void clear() {
        for (Deque<Element> part : List.of(sent, unsent)) {
            part.forEach(element -> total.addAndGet(-element.cost()));
            part.clear();
        }
        claimedTo = 0;
        sentTo = 0;
        end = 0;
    }

}
