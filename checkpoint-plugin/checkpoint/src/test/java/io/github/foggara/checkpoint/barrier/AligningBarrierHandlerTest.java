package io.github.foggara.checkpoint.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.testkit.checkpoint.BarrierHandlerContract;
import io.github.foggara.testkit.checkpoint.InMemoryCheckpointService;
import io.github.foggara.testkit.checkpoint.ManualBarrierContext;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AligningBarrierHandlerTest extends BarrierHandlerContract {
    private static final int SEEDS = 3_000;
    private static final int STEPS = 60;

    @Override
    protected BarrierHandler handler(BarrierContext context) {
        return new DefaultCheckpointService().createBarrierHandler(context);
    }

    @Test
    void aTaskThatNeverGetsSomeBarrierDoesNotCollectWithoutEnd() {
        ManualBarrierContext task = new ManualBarrierContext(2, 0);
        BarrierHandler handler = handler(task);
        for (int id = 1; id <= 50; id++) {
            handler.barrier(0, new CheckpointBarrier(id, 0, false));
        }
        assertThat(task.takeDone()).isEmpty();
        handler.barrier(0, new CheckpointBarrier(51, 0, false));
        assertThat(task.takeDone()).containsExactly("declined 1 SUBSUMED");
    }

    /** The reference works out after each event what must be blocked; both must come to the same. */
    @Test
    void itDoesWhatTheReferenceDoes() {
        for (int seed = 0; seed < SEEDS; seed++) {
            compare(new Random(seed), "seed " + seed);
        }
    }

    private void compare(Random random, String seed) {
        int channels = 1 + random.nextInt(4);
        long floor = random.nextInt(3);
        ManualBarrierContext mine = new ManualBarrierContext(channels, floor);
        ManualBarrierContext reference = new ManualBarrierContext(channels, floor);
        BarrierHandler[] handlers = {handler(mine), new InMemoryCheckpointService().createBarrierHandler(reference)};
        BitSet ended = new BitSet();
        int mode = random.nextInt(3);
        for (int step = 0; step < STEPS; step++) {
            int channel = random.nextInt(channels);
            boolean readable = !ended.get(channel) && !mine.blocked().contains(channel);
            long id = 1 + random.nextInt(1 + step / 3);
            // Aligned ids are even where both kinds meet: the kind belongs to the id.
            boolean aligned = mode == 0 || mode == 2 && id % 2 == 0;
            int what = random.nextInt(20);
            for (BarrierHandler handler : handlers) {
                if (what == 0) {
                    handler.aborted(id);
                } else if (what == 1) {
                    handler.triggered(new CheckpointBarrier(id, 0, aligned));
                } else if (readable && what == 2) {
                    handler.endOfPartition(channel);
                } else if (readable && what <= 4) {
                    handler.cancelMarker(channel, new CancelMarker(id));
                } else if (readable) {
                    handler.barrier(channel, new CheckpointBarrier(id, 0, aligned));
                }
            }
            if (readable && what == 2) {
                ended.set(channel);
            }
            String where = seed + ", step " + step;
            assertThat(mine.takeDone()).as(where).isEqualTo(reference.takeDone());
            assertThat(mine.blocked()).as(where).isEqualTo(reference.blocked());
        }
    }
}
