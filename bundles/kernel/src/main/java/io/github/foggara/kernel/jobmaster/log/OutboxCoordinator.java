package io.github.foggara.kernel.jobmaster.log;

import io.github.foggara.kernel.coordination.CoordinatorGateway;
import io.github.foggara.kernel.coordination.Opening;
import java.util.List;
import java.util.Map;

/** Orders to the coord thread, by way of the outbox, except those that only end it. Main thread only. */
public final class OutboxCoordinator implements CoordinatorGateway {
    private final Outbox outbox;
    private final CoordinatorGateway target;

    public OutboxCoordinator(Outbox outbox, CoordinatorGateway target) {
        this.outbox = outbox;
        this.target = target;
    }

    @Override
    public void prepare() {
        outbox.send(target::prepare);
    }

    @Override
    public void open(Opening opening) {
        outbox.send(() -> target.open(opening));
    }

    @Override
    public void snapshot(long checkpoint) {
        outbox.send(() -> target.snapshot(checkpoint));
    }

    @Override
    public void commitCheckpoint(long checkpoint, Map<String, List<byte[]>> committables) {
        outbox.send(() -> target.commitCheckpoint(checkpoint, committables));
    }

    @Override
    public void requestSplit(int vertex, int subtask) {
        outbox.send(() -> target.requestSplit(vertex, subtask));
    }

    @Override
    public void prepareCommit(Map<String, List<byte[]>> committables) {
        outbox.send(() -> target.prepareCommit(committables));
    }

    @Override
    public void commit(Map<String, List<byte[]>> committables) {
        outbox.send(() -> target.commit(committables));
    }

    @Override
    public void commitAgain(Map<String, List<byte[]>> committables) {
        outbox.send(() -> target.commitAgain(committables));
    }

    @Override
    public void close(Leftover leftover) {
        target.close(leftover);
    }

    @Override
    public void interrupt() {
        target.interrupt();
    }
}
