package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.util.List;

/** All partitions one attempt writes. Task thread only, except {@link #fail}. */
public final class Outputs {
    private final ResultPartition[] partitions;
    private final Mailbox mailbox;
    private final Doorbell bell;

    public Outputs(List<ResultPartition> partitions, Mailbox mailbox, Doorbell bell) {
        this.partitions = partitions.toArray(ResultPartition[]::new);
        this.mailbox = mailbox;
        this.bell = bell;
    }

    ResultPartition partition(int index) {
        return partitions[index];
    }

    /** Whether one more record may be taken from the input. */
    public boolean hasRoom() {
        for (ResultPartition partition : partitions) {
            if (!partition.hasRoom()) {
                return false;
            }
        }
        return true;
    }

    public void flush() {
        for (ResultPartition partition : partitions) {
            partition.flush();
        }
    }

    public void broadcast(ChannelEvent event) {
        for (ResultPartition partition : partitions) {
            partition.broadcast(event);
        }
    }

    public boolean allDataProcessed() {
        for (ResultPartition partition : partitions) {
            if (!partition.allDataProcessed()) {
                return false;
            }
        }
        return true;
    }

    /** Records written so far. */
    public long records() {
        long sum = 0;
        for (ResultPartition partition : partitions) {
            for (int i = 0; i < partition.subpartitions(); i++) {
                sum += partition.appended(i);
            }
        }
        return sum;
    }

    /** Records written so far, by output and subpartition. */
    public long[] positions() {
        int count = 0;
        for (ResultPartition partition : partitions) {
            count += partition.subpartitions();
        }
        long[] positions = new long[count];
        int next = 0;
        for (ResultPartition partition : partitions) {
            for (int i = 0; i < partition.subpartitions(); i++) {
                positions[next++] = partition.appended(i);
            }
        }
        return positions;
    }

    /** In the middle of user code, beyond the overshoot limit: waits for room and serves nothing but cancel. */
    void awaitOvershoot(ResultPartition partition) {
        flush();
        while (partition.overshot()) {
            mailbox.checkCanceled();
            bell.arm();
            if (partition.overshot() && !mailbox.canceled()) {
                bell.park();
            }
        }
        bell.disarm();
    }

    /** Between records: waits for room and serves all mails. */
    void awaitRoom(Mailbox mails) throws Exception {
        flush();
        while (!hasRoom()) {
            mails.drain();
            bell.arm();
            if (!hasRoom() && !mails.hasMail()) {
                bell.park();
            }
        }
        bell.disarm();
    }

    /** All of them, also if some throw. Any thread. */
    public void fail(Throwable cause, Closing closing) {
        for (ResultPartition partition : partitions) {
            closing.run(() -> partition.fail(cause));
        }
    }
}
