package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.SplitEnumerator;
import java.util.List;

/** Numbers whose splits the test hands out itself. */
final class HandFedSource extends NumberSource {
    HandFedSource() {
        super(0, 1);
    }

    /** The numbers from, up to but not including to. */
    static void feed(TaskHarness harness, ExecutionAttemptId attempt, long from, long to) {
        byte[] split = new HandFedSource().splitCodec().encode(new Range(from, to));
        harness.executor.addSplits(attempt, harness.epoch, List.of(split), false);
    }

    /** No more of them. */
    static void end(TaskHarness harness, ExecutionAttemptId attempt) {
        harness.executor.addSplits(attempt, harness.epoch, List.of(), true);
    }

    @Override
    public SplitEnumerator<Range> createEnumerator(EnumeratorContext<Range> context) {
        return new SplitEnumerator<>() {
            @Override
            public void start() {}

            @Override
            public void handleSplitRequest(int subtask) {}

            @Override
            public void addSplitsBack(List<Range> splits, int subtask) {}

            @Override
            public void close() {}
        };
    }
}
