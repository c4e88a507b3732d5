package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleEnvironment;

/** Stands in for the only subtask of vertex 0: the test says what comes to vertex 1, in which order. */
final class HandFedGate implements AutoCloseable {
    private static final Waker NOBODY = new Waker() {
        @Override
        public boolean waiting() {
            return false;
        }

        @Override
        public void wake() {}
    };

    private final ShuffleEnvironment environment;
    private final ResultPartition partition;

    /** After the harness has its plan. */
    HandFedGate(TaskHarness harness) {
        PartitionDescriptor output = harness.plan
                .deployment(0, 0, 1, null, harness.mode, harness.configuration)
                .outputs()
                .get(0)
                .partition();
        environment = harness.shuffle.createEnvironment(null);
        partition = environment.createPartition(output, () -> null, NOBODY);
    }

    /** From, up to but not including to. */
    HandFedGate numbers(long from, long to) {
        for (long number = from; number < to; number++) {
            partition.append(0, number, 16);
        }
        partition.flush();
        return this;
    }

    HandFedGate event(ChannelEvent event) {
        partition.broadcast(event);
        return this;
    }

    HandFedGate end(boolean drain) {
        return event(new ChannelEvent.EndOfData(drain)).event(new ChannelEvent.EndOfPartition());
    }

    void fail(Throwable cause) {
        partition.fail(cause);
    }

    /** Whether the reader has processed the end. */
    boolean processed() {
        return partition.allDataProcessed();
    }

    @Override
    public void close() {
        partition.close();
        environment.close();
    }
}
