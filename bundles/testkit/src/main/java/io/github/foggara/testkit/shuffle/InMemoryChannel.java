package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** One channel of the reference. Everything under the environment's lock. */
final class InMemoryChannel {
    /** A record, or an event if that is not null. */
    record Element(Object record, int bytes, ChannelEvent event) {}

    final ResultPartitionId partition;
    final Deque<Element> unread = new ArrayDeque<>();
    /** Events already read that a later reader gets again: the last watermark and the ends. */
    final List<ChannelEvent> sticky = new ArrayList<>();

    long appended;
    long taken;
    int records;
    long bytes;
    int newestAttempt = -1;
    InMemoryInputGate reader;
    InMemoryResultPartition producer;
    boolean dataProcessed;
    Throwable failureCause;
    String failure;

    InMemoryChannel(ResultPartitionId partition) {
        this.partition = partition;
    }

    void append(Object record, int size) {
        unread.add(new Element(record, size, null));
        appended++;
        records++;
        bytes += size;
    }

    void append(ChannelEvent event) {
        unread.add(new Element(null, 0, event));
    }

    Element take() {
        Element element = unread.remove();
        if (element.event() == null) {
            taken++;
            records--;
            bytes -= element.bytes();
        } else {
            remember(element.event());
        }
        return element;
    }

    private void remember(ChannelEvent event) {
        if (event instanceof ChannelEvent.CheckpointBarrier || event instanceof ChannelEvent.CancelMarker) {
            return;
        }
        if (event instanceof ChannelEvent.Watermark) {
            sticky.removeIf(ChannelEvent.Watermark.class::isInstance);
        }
        sticky.add(event);
    }

    /** Makes the gate the only reader; what the last one has read of sticky events goes to the head of the queue again. */
    void attach(InMemoryInputGate gate) {
        int attempt = gate.attempt();
        if (attempt < newestAttempt || attempt == newestAttempt && reader != null) {
            throw new StaleConsumerException("Attempt " + attempt + " may not read " + partition + ": attempt "
                    + newestAttempt + " has attached");
        }
        newestAttempt = attempt;
        reader = gate;
        dataProcessed = false;
        for (int i = sticky.size() - 1; i >= 0; i--) {
            unread.addFirst(new Element(null, 0, sticky.get(i)));
        }
        sticky.clear();
    }

    void check(InMemoryInputGate gate) {
        if (reader != gate) {
            throw new StaleConsumerException("Attempt " + gate.attempt() + " has lost a channel of " + partition);
        }
        if (failure != null) {
            throw new PartitionFailedException(partition, failure, failureCause);
        }
    }

    void fail(String message, Throwable cause) {
        if (failure == null) {
            failure = message;
            failureCause = cause;
        }
    }

    void clear() {
        unread.clear();
        records = 0;
        bytes = 0;
    }
}
