package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.testkit.shuffle.InMemoryChannel.Element;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The consumer's side of the reference. */
final class InMemoryInputGate implements InputGate {
    private static final int RUN = 8;

    private final InMemoryShuffleEnvironment environment;
    private final int attempt;
    private final Waker owner;
    private final List<InMemoryChannel> channels = new ArrayList<>();
    private final BitSet blocked = new BitSet();
    private int next;
    private boolean closed;

    InMemoryInputGate(InMemoryShuffleEnvironment environment, int attempt, Waker owner) {
        this.environment = environment;
        this.attempt = attempt;
        this.owner = owner;
    }

    int attempt() {
        return attempt;
    }

    /** Under the lock, while the gate is made. */
    void attach(InMemoryChannel channel) {
        channel.attach(this);
        channels.add(channel);
    }

    @Override
    public int channels() {
        return channels.size();
    }

    @Override
    public boolean poll(GateCursor cursor) {
        InMemoryResultPartition producer = null;
        boolean found = false;
        synchronized (environment) {
            if (closed || !cursor.exhausted()) {
                throw new IllegalStateException("The gate is closed, or the cursor still holds elements");
            }
            channels.forEach(channel -> channel.check(this));
            for (int i = 0; i < channels.size() && !found; i++) {
                int index = (next + i) % channels.size();
                InMemoryChannel channel = channels.get(index);
                if (!blocked.get(index) && !channel.unread.isEmpty()) {
                    fill(cursor, index, channel);
                    producer = channel.producer;
                    next = index + 1;
                    found = true;
                }
            }
        }
        if (producer != null && producer.hasRoom()) {
            producer.ring();
        }
        return found;
    }

    private static void fill(GateCursor cursor, int index, InMemoryChannel channel) {
        if (channel.unread.element().event() != null) {
            cursor.event(index, channel.take().event());
            return;
        }
        long first = channel.taken;
        Object[] run = new Object[RUN];
        int count = 0;
        while (count < RUN && isRecord(channel.unread.peek())) {
            run[count++] = channel.take().record();
        }
        cursor.records(index, run, 0, count, first);
    }

    private static boolean isRecord(Element element) {
        return element != null && element.event() == null;
    }

    @Override
    public void block(int channel) {
        blocked.set(channel);
    }

    @Override
    public void resume(int channel) {
        blocked.clear(channel);
    }

    @Override
    public void acknowledgeEndOfData(int channel) {
        InMemoryResultPartition producer = null;
        synchronized (environment) {
            InMemoryChannel of = channels.get(channel);
            if (of.reader == this) {
                of.dataProcessed = true;
                producer = of.producer;
            }
        }
        if (producer != null) {
            producer.ring();
        }
    }

    @Override
    public long position(int channel) {
        synchronized (environment) {
            return channels.get(channel).taken;
        }
    }

    @Override
    public void close() {
        synchronized (environment) {
            closed = true;
            for (InMemoryChannel channel : channels) {
                if (channel.reader == this) {
                    channel.reader = null;
                }
            }
        }
    }

    /** Any thread, without the lock. */
    void ring(boolean always) {
        if (always || owner.waiting()) {
            owner.wake();
        }
    }
}
