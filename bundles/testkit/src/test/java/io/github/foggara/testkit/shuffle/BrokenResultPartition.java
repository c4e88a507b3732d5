package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.ResultPartition;
import java.util.ArrayList;
import java.util.List;

/** The producer's side with a bug. */
final class BrokenResultPartition implements ResultPartition {
    private static final int ONE_IN = 97;

    private record Held(int subpartition, Object record, int bytes) {}

    private final PlantedBug bug;
    private final ResultPartition sound;
    private final List<Held> held = new ArrayList<>();
    private int count;

    BrokenResultPartition(PlantedBug bug, ResultPartition sound) {
        this.bug = bug;
        this.sound = sound;
    }

    @Override
    public void append(int subpartition, Object record, int bytes) {
        boolean now = ++count % ONE_IN == 0;
        if (bug == PlantedBug.RECORD_LOST && now) {
            return;
        }
        if (bug == PlantedBug.RECORD_DOUBLED && now) {
            sound.append(subpartition, record, bytes);
        }
        if (bug == PlantedBug.EVENT_OVERTAKES || bug == PlantedBug.HELD_UNTIL_FLUSH) {
            held.add(new Held(subpartition, record, bytes));
            if (bug == PlantedBug.EVENT_OVERTAKES && held.size() > 2) {
                release(held.remove(0));
            }
            return;
        }
        sound.append(subpartition, record, bytes);
    }

    private void release(Held one) {
        sound.append(one.subpartition(), one.record(), one.bytes());
    }

    private void releaseAll() {
        held.forEach(this::release);
        held.clear();
    }

    @Override
    public void broadcast(ChannelEvent event) {
        if (bug == PlantedBug.BARRIER_LOST && event instanceof CheckpointBarrier && !sound.hasRoom()) {
            return;
        }
        if (bug == PlantedBug.EVENT_OVERTAKES) {
            sound.broadcast(event);
            releaseAll();
        } else {
            releaseAll();
            sound.broadcast(event);
        }
    }

    @Override
    public boolean hasRoom() {
        return bug == PlantedBug.NO_BACK_PRESSURE || sound.hasRoom();
    }

    @Override
    public boolean overshot() {
        return sound.overshot();
    }

    @Override
    public void flush() {
        releaseAll();
        sound.flush();
    }

    @Override
    public long appended(int subpartition) {
        return sound.appended(subpartition);
    }

    @Override
    public boolean allDataProcessed() {
        return bug == PlantedBug.ACKNOWLEDGED_TOO_EARLY || sound.allDataProcessed();
    }

    @Override
    public void fail(Throwable cause) {
        if (bug != PlantedBug.FAILURE_SWALLOWED) {
            sound.fail(cause);
        }
    }

    @Override
    public ResultPartitionId id() {
        return sound.id();
    }

    @Override
    public int subpartitions() {
        return sound.subpartitions();
    }

    @Override
    public void close() {
        releaseAll();
        sound.close();
    }
}
