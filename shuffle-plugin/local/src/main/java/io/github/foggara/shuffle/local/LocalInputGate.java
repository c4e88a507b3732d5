package io.github.foggara.shuffle.local;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;

/**
 * Reads the channels of one consumer attempt in turn, a run at a time. A poll looks at each channel until one has
 * something; with many idle channels that costs two reads of unshared lines each, which measured no worse than keeping a set of
 * ready ones. Consuming task only.
 */
final class LocalInputGate implements InputGate {
    private final LocalShuffleEnvironment environment;
    private final MemoryBudget budget;
    private final ChannelView[] views;
    private int next;
    private long unsettled;
    private boolean closed;

    LocalInputGate(LocalShuffleEnvironment environment, MemoryBudget budget, ChannelView[] views) {
        this.environment = environment;
        this.budget = budget;
        this.views = views;
    }

    @Override
    public int channels() {
        return views.length;
    }

    @Override
    public boolean poll(GateCursor cursor) {
        if (closed || !cursor.exhausted()) {
            throw new IllegalStateException(
                    closed ? "This gate is closed" : "The cursor still holds elements of the last poll");
        }
        int channel = next;
        for (int i = 0; i < views.length; i++) {
            long bytes = views[channel].poll(channel, cursor);
            int following = channel + 1 == views.length ? 0 : channel + 1;
            if (bytes >= 0) {
                next = following;
                unsettled += bytes;
                if (unsettled >= MemoryBudget.STEP) {
                    settle();
                }
                return true;
            }
            channel = following;
        }
        settle();
        return false;
    }

    @Override
    public void block(int channel) {
        views[channel].block(true);
    }

    @Override
    public void resume(int channel) {
        views[channel].block(false);
    }

    @Override
    public void acknowledgeEndOfData(int channel) {
        views[channel].acknowledgeEndOfData();
    }

    @Override
    public long position(int channel) {
        return views[channel].position();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            settle();
            environment.detach(views);
        }
    }

    private void settle() {
        if (unsettled != 0) {
            budget.release(unsettled);
            unsettled = 0;
        }
    }
}
