package io.github.foggara.shuffle.netty;

import io.github.foggara.api.shuffle.ChannelEvent;
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
    private final AtomicLong total;
    private final EncodeBuffers buffers;
    private final Deque<Element> sent = new ArrayDeque<>();
    private final Deque<Element> unsent = new ArrayDeque<>();
    /** What a reader knows that has claimed all before the first element, and all. */
    private StickyEvents claimed = StickyEvents.NONE;

    private StickyEvents known = StickyEvents.NONE;
    /** So many of the first elements were only told again; another view is told them anew. */
    private int repeats;

    private long claimedTo;
    private long sentTo;
    private long end;

    /**
     * @param total of all senders, in bytes
     * @param buffers get back what is not needed any more
     */
    Unacknowledged(AtomicLong total, EncodeBuffers buffers) {
        this.total = total;
        this.buffers = buffers;
    }

    /** A view begins: it is told again what stays true, then gets what no other has claimed. */
    void restart() {
        List<Element> left = new ArrayList<>(sent);
        left.addAll(unsent);
        left.subList(0, repeats).clear();
        total.addAndGet(claimedTo - end);
        empty();
        for (ChannelEvent event : replay(claimed)) {
            add(Element.of(event));
            repeats++;
        }
        left.forEach(this::add);
    }

    /** What the queue is going to tell a new view again, if nobody else has read it. */
    List<ChannelEvent> known() {
        return replay(known);
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

    /** The view has claimed all up to there; of what was not sent nothing. */
    void claimed(long position) {
        while (!sent.isEmpty() && claimedTo + sent.peek().cost() <= position) {
            Element element = sent.remove();
            claimedTo += element.cost();
            total.addAndGet(-element.cost());
            repeats = Math.max(0, repeats - 1);
            if (element.event() != null) {
                claimed = claimed.after(element.event());
            } else {
                buffers.giveBack(element.pooled());
            }
        }
    }

    /**
     * What was sent behind that position.
     *
     * @throws ProtocolException if no element begins there
     */
    List<Element> sentBehind(long position) {
        List<Element> behind = new ArrayList<>();
        long begin = claimedTo;
        for (Element element : sent) {
            if (begin >= position) {
                behind.add(element);
            } else if (begin + element.cost() > position) {
                throw new ProtocolException("nothing begins at " + position);
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

    boolean isEmpty() {
        return sent.isEmpty() && unsent.isEmpty();
    }

    boolean unsent() {
        return !unsent.isEmpty();
    }

    long claimedTo() {
        return claimedTo;
    }

    long sentTo() {
        return sentTo;
    }

    long end() {
        return end;
    }

    /** Somebody else reads, or nobody ever will: nothing is known here of what the next reader is told first. */
    void forget() {
        // Their arrays are not given back: a net thread may be writing them.
        total.addAndGet(claimedTo - end);
        empty();
        claimed = StickyEvents.NONE;
        known = StickyEvents.NONE;
    }

    private void empty() {
        sent.clear();
        unsent.clear();
        repeats = 0;
        claimedTo = 0;
        sentTo = 0;
        end = 0;
    }
}
