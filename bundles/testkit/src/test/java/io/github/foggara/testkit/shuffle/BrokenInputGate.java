package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.StaleConsumerException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** The consumer's side with a bug. */
final class BrokenInputGate implements InputGate {
    private final PlantedBug bug;
    private final Supplier<InputGate> attach;
    /** The barrier that was read last in this environment. */
    private final AtomicReference<ChannelEvent> lastBarrier;

    private InputGate sound;
    private boolean fresh = true;
    private boolean closed;

    BrokenInputGate(PlantedBug bug, Supplier<InputGate> attach, AtomicReference<ChannelEvent> lastBarrier) {
        this.bug = bug;
        this.lastBarrier = lastBarrier;
        this.attach = attach;
        this.sound = attach.get();
    }

    @Override
    public boolean poll(GateCursor cursor) {
        if (bug == PlantedBug.BARRIER_AGAIN && fresh && lastBarrier.get() != null) {
            fresh = false;
            cursor.event(0, lastBarrier.get());
            return true;
        }
        boolean found = pollSound(cursor);
        if (bug == PlantedBug.BARRIER_AGAIN && found && !cursor.hasRecord()) {
            ChannelEvent event = cursor.takeEvent();
            fresh = false;
            if (event instanceof CheckpointBarrier) {
                lastBarrier.set(event);
            }
            cursor.event(cursor.channel(), event);
        }
        return found;
    }

    private boolean pollSound(GateCursor cursor) {
        boolean found;
        try {
            found = sound.poll(cursor);
        } catch (StaleConsumerException e) {
            if (bug != PlantedBug.FENCED_READER_COMES_BACK || closed) {
                throw e;
            }
            sound = attach.get();
            found = sound.poll(cursor);
        }
        if (bug == PlantedBug.NEW_VIEW_SKIPS && fresh && cursor.hasRecord()) {
            fresh = false;
            if (cursor.sequence() > 0 && cursor.remaining() > 1) {
                cursor.take();
            }
        }
        return found;
    }

    @Override
    public int channels() {
        return sound.channels();
    }

    @Override
    public void block(int channel) {
        if (bug != PlantedBug.BLOCK_IGNORED) {
            sound.block(channel);
        }
    }

    @Override
    public void resume(int channel) {
        sound.resume(channel);
    }

    @Override
    public void acknowledgeEndOfData(int channel) {
        sound.acknowledgeEndOfData(channel);
    }

    @Override
    public long position(int channel) {
        return sound.position(channel);
    }

    @Override
    public void close() {
        if (bug == PlantedBug.CLOSE_DISTURBS && !closed) {
            closed = true;
            attach.get().close();
        }
        closed = true;
        sound.close();
    }
}
