package io.github.foggara.shuffle.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.shuffle.Bell;
import org.junit.jupiter.api.Test;

class BatchQueueTest {
    private static final int LAST = RecordBatch.NUMBERS - 1;

    private final BatchQueue queue =
            new BatchQueue(new ResultPartitionId(new ExecutionAttemptId(new JobId(1, 2), 0, 0, 0), 0), 0);

    private ChannelView attach(int attempt) {
        ChannelView view = new ChannelView(queue, attempt, null, new Bell());
        queue.attach(view);
        return view;
    }

    /** A full batch with the records {@code from..to}. */
    private static RecordBatch batch(int number, int from, int to) {
        RecordBatch batch = RecordBatch.ofRecords(to - from, number, from, StickyEvents.NONE, 0);
        for (int i = from; i < to; i++) {
            batch.records[i - from] = i;
        }
        batch.publish((to - from) | RecordBatch.CLOSED, 0);
        return batch;
    }

    private static void assertReads(ChannelView view, int from, int to) {
        GateCursor cursor = new GateCursor();
        assertThat(view.poll(0, cursor)).isNotNegative();
        assertThat(cursor.sequence()).isEqualTo(from);
        for (int i = from; i < to; i++) {
            assertThat(cursor.take()).isEqualTo(i);
        }
        assertThat(cursor.exhausted()).isTrue();
    }

    @Test
    void theWordKeepsItsParts() {
        long word = BatchQueue.word(LAST, LAST - 1, 32_768);
        assertThat(BatchQueue.viewOf(word)).isEqualTo(LAST);
        assertThat(BatchQueue.batchOf(word)).isEqualTo(LAST - 1);
        assertThat(BatchQueue.offsetOf(word)).isEqualTo(32_768);
    }

    @Test
    void unreadBatchesAreCountedAcrossTheWrap() {
        long start = queue.currentWord();
        assertThat(queue.claim(start, BatchQueue.word(BatchQueue.viewOf(start), LAST - 1, 7)))
                .isTrue();
        assertThat(queue.unread(LAST)).isEqualTo(2);
        assertThat(queue.unread(0)).isEqualTo(3);
        assertThat(queue.unread(3)).isEqualTo(6);
    }

    @Test
    void aBatchIsReadWhileItFills() {
        RecordBatch batch = RecordBatch.ofRecords(4, 0, 0, StickyEvents.NONE, 0);
        ChannelView view = attach(0);
        GateCursor cursor = new GateCursor();
        assertThat(view.poll(0, cursor)).isNegative();
        queue.first(batch);
        assertThat(view.poll(0, cursor)).isNegative();
        for (int i = 0; i < 4; i++) {
            batch.records[i] = i;
            batch.publish(i == 3 ? 4 | RecordBatch.CLOSED : i + 1, 0);
            assertReads(view, i, i + 1);
        }
        assertThat(view.poll(0, cursor)).isNegative();
    }

    /** The fenced reader is between moving head and its claim: the one step it can still make. */
    @Test
    void aFencedReaderMovesHeadUnderTheNewOne() {
        RecordBatch first = batch(0, 0, 3);
        RecordBatch second = batch(1, 3, 6);
        queue.first(first);
        ChannelView old = attach(0);
        assertReads(old, 0, 3);
        ChannelView next = attach(1);
        first.link(second);
        assertThat(queue.following(first)).as("by the fenced reader").isSameAs(second);
        assertThat(first.next()).isNull();
        assertReads(next, 3, 6);
        assertThatThrownBy(() -> old.poll(0, new GateCursor())).isInstanceOf(StaleConsumerException.class);
    }

    /** The fenced reader had moved head, and was fenced before it claimed: head is ahead of the word. */
    @Test
    void aViewMayStartWithHeadAheadOfTheWord() {
        RecordBatch first = RecordBatch.ofRecords(8, 0, 0, StickyEvents.NONE, 0);
        first.records[0] = 0;
        first.publish(1, 0);
        queue.first(first);
        ChannelView old = attach(0);
        assertReads(old, 0, 1);
        first.close(1);
        first.link(batch(1, 1, 4));
        queue.following(first);
        ChannelView next = attach(1);
        assertThat(next.position()).isEqualTo(1);
        assertReads(next, 1, 4);
    }

    @Test
    void bytesAreBookedOnceWhoeverBooksThem() {
        assertThat(queue.release(100)).isEqualTo(100);
        assertThat(queue.release(60)).isZero();
        assertThat(queue.release(150)).isEqualTo(50);
        assertThat(queue.drop()).isEqualTo(150);
        assertThat(queue.release(1_000)).isZero();
    }
}
