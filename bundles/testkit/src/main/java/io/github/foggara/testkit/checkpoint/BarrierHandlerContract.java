package io.github.foggara.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What a {@code BarrierHandler} promises. A plugin's suite:
 *
 * <pre>{@code
 * class AligningBarrierHandlerTest extends BarrierHandlerContract {
 *     protected BarrierHandler handler(BarrierContext context) { return service.createBarrierHandler(context); }
 * }
 * }</pre>
 */
public abstract class BarrierHandlerContract {
    private static final long FLOOR = 4;

    private ManualBarrierContext task;
    private BarrierHandler handler;

    protected abstract BarrierHandler handler(BarrierContext context);

    private void channels(int channels) {
        task = new ManualBarrierContext(channels, FLOOR);
        handler = handler(task);
    }

    private static CheckpointBarrier aligned(long id) {
        return new CheckpointBarrier(id, 0, true);
    }

    private static CheckpointBarrier loose(long id) {
        return new CheckpointBarrier(id, 0, false);
    }

    @Test
    void oneChannelNeedsNoAlignment() {
        channels(1);
        handler.barrier(0, aligned(5));
        assertThat(task.takeDone()).containsExactly("snapshot 5");
        assertThat(task.blocked()).isEmpty();
        assertThat(task.alignmentNanos()).isZero();
    }

    @Test
    void aChannelWithTheBarrierIsNotReadUntilAllHaveIt() {
        channels(3);
        handler.barrier(1, aligned(5));
        assertThat(task.blocked()).containsExactly(1);
        task.runtime().advance(Duration.ofMillis(7));
        handler.barrier(0, aligned(5));
        assertThat(task.blocked()).containsExactly(0, 1);
        assertThat(task.takeDone()).isEmpty();
        handler.barrier(2, aligned(5));
        assertThat(task.takeDone()).containsExactly("snapshot 5");
        assertThat(task.blocked()).isEmpty();
        assertThat(task.alignmentNanos()).isEqualTo(Duration.ofMillis(7).toNanos());
    }

    @Test
    void atLeastOnceBlocksNothingAndSeveralMayBeUnderWay() {
        channels(2);
        handler.barrier(0, loose(5));
        handler.barrier(0, loose(6));
        assertThat(task.blocked()).isEmpty();
        handler.barrier(1, loose(5));
        assertThat(task.takeDone()).containsExactly("snapshot 5");
        handler.endOfPartition(1);
        assertThat(task.takeDone()).containsExactly("snapshot 6");
    }

    @Test
    void atLeastOnceTheFirstWholeOneMakesOlderOnesVoid() {
        channels(2);
        handler.barrier(0, loose(5));
        handler.barrier(0, loose(6));
        handler.barrier(1, loose(6));
        assertThat(task.takeDone()).containsExactly("declined 5 SUBSUMED", "snapshot 6");
        handler.barrier(1, loose(5));
        assertThat(task.takeDone()).isEmpty();
    }

    @Test
    void theEndOfAChannelStandsForItsBarrier() {
        channels(3);
        handler.barrier(0, aligned(5));
        handler.endOfPartition(1);
        assertThat(task.takeDone()).isEmpty();
        handler.endOfPartition(2);
        assertThat(task.takeDone()).containsExactly("snapshot 5");
        assertThat(task.blocked()).isEmpty();
        handler.barrier(0, aligned(6));
        assertThat(task.takeDone()).as("ended channels are not waited for").containsExactly("snapshot 6");
    }

    @Test
    void barrierAndEndOfOneChannelCountOnce() {
        channels(3);
        handler.barrier(0, aligned(5));
        handler.endOfPartition(0);
        assertThat(task.takeDone()).isEmpty();
        handler.barrier(1, aligned(5));
        assertThat(task.takeDone()).as("channel 2 is missing").isEmpty();
        handler.barrier(2, aligned(5));
        assertThat(task.takeDone()).containsExactly("snapshot 5");
    }

    @Test
    void aChannelThatEndedBeforeCountsForNoLaterOne() {
        channels(3);
        handler.endOfPartition(0);
        handler.barrier(1, aligned(5));
        assertThat(task.takeDone()).isEmpty();
        handler.barrier(2, aligned(5));
        assertThat(task.takeDone()).containsExactly("snapshot 5");
    }

    @Test
    void barriersUpToTheFloorAreSwallowedAndResumeTheirChannel() {
        channels(2);
        handler.barrier(0, aligned(FLOOR));
        assertThat(task.takeResumed(0)).as("the sender must go on").isTrue();
        handler.barrier(1, aligned(FLOOR));
        handler.barrier(1, aligned(FLOOR - 1));
        handler.cancelMarker(0, new CancelMarker(FLOOR));
        assertThat(task.takeDone()).isEmpty();
        assertThat(task.blocked()).isEmpty();
    }

    @Test
    void anObsoleteBarrierResumesItsChannelAndDisturbsNothing() {
        channels(3);
        handler.barrier(0, aligned(6));
        handler.barrier(1, aligned(5));
        assertThat(task.takeResumed(1)).isTrue();
        assertThat(task.takeDone()).isEmpty();
        assertThat(task.blocked()).containsExactly(0);
        handler.barrier(1, aligned(6));
        handler.barrier(2, aligned(6));
        assertThat(task.takeDone()).containsExactly("snapshot 6");
        handler.barrier(2, aligned(6));
        assertThat(task.takeDone()).as("snapshotted already").isEmpty();
        assertThat(task.blocked()).isEmpty();
    }

    @Test
    void aNewerBarrierEndsTheOlderAlignment() {
        channels(2);
        handler.barrier(0, aligned(5));
        handler.barrier(1, aligned(6));
        assertThat(task.takeDone()).containsExactly("declined 5 SUBSUMED");
        assertThat(task.blocked()).containsExactly(1);
        handler.barrier(0, aligned(6));
        assertThat(task.takeDone()).containsExactly("snapshot 6");
        assertThat(task.blocked()).isEmpty();
    }

    @Test
    void aCancelMarkerEndsTheAlignment() {
        channels(3);
        handler.barrier(0, aligned(5));
        handler.cancelMarker(1, new CancelMarker(5));
        assertThat(task.takeDone()).containsExactly("declined 5 CANCEL_MARKER");
        assertThat(task.blocked()).isEmpty();
        handler.cancelMarker(2, new CancelMarker(5));
        handler.barrier(2, aligned(5));
        assertThat(task.takeDone()).as("told once").isEmpty();
        assertThat(task.blocked()).isEmpty();
    }

    @Test
    void aCancelMarkerMayComeFirst() {
        channels(2);
        handler.cancelMarker(0, new CancelMarker(5));
        assertThat(task.takeDone()).containsExactly("declined 5 CANCEL_MARKER");
        handler.barrier(1, aligned(5));
        assertThat(task.blocked()).isEmpty();
        handler.barrier(1, aligned(6));
        handler.barrier(0, aligned(6));
        assertThat(task.takeDone()).containsExactly("snapshot 6");
    }

    @Test
    void whatIsGivenUpBlocksNothingAndNeverComesBack() {
        channels(2);
        handler.barrier(0, aligned(5));
        handler.aborted(5);
        assertThat(task.blocked()).isEmpty();
        handler.barrier(1, aligned(5));
        assertThat(task.blocked()).isEmpty();
        handler.aborted(7);
        handler.barrier(0, aligned(7));
        handler.barrier(1, aligned(7));
        assertThat(task.takeDone()).isEmpty();
        handler.barrier(0, aligned(8));
        handler.aborted(6);
        assertThat(task.blocked()).as("an older one was given up").containsExactly(0);
        handler.barrier(1, aligned(8));
        assertThat(task.takeDone()).containsExactly("snapshot 8");
    }

    @Test
    void aTriggeredTaskWaitsForTheEndOfItsChannels() {
        channels(2);
        handler.endOfPartition(0);
        handler.triggered(aligned(5));
        assertThat(task.takeDone())
                .as("what is under way in channel 1 belongs before it")
                .isEmpty();
        handler.endOfPartition(1);
        assertThat(task.takeDone()).containsExactly("snapshot 5");
        handler.triggered(aligned(6));
        assertThat(task.takeDone()).as("no channel is open").containsExactly("snapshot 6");
        handler.triggered(aligned(6));
        assertThat(task.takeDone()).isEmpty();
    }

    @Test
    void aClosedHandlerBlocksNothing() {
        channels(2);
        handler.barrier(0, aligned(5));
        handler.close();
        assertThat(task.blocked()).isEmpty();
        handler.barrier(1, aligned(5));
        assertThat(task.blocked()).isEmpty();
        assertThat(task.takeDone()).isEmpty();
    }
}
