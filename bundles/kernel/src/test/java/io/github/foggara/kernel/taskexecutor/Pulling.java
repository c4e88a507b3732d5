package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.task.PullOperator;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.api.task.TaskContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An operator that asks for its records in a loop of the test. */
final class Pulling implements PullOperator<Object, Object> {
    /** What it does. */
    interface Loop {
        void run(RecordCursor<Object> input, Collector<Object> out) throws Exception;
    }

    final List<String> calls = new CopyOnWriteArrayList<>();
    private final Loop loop;

    Pulling(Loop loop) {
        this.loop = loop;
    }

    @Override
    public void open(TaskContext context) {
        calls.add("open");
    }

    @Override
    public void pull(RecordCursor<Object> input, Collector<Object> out) throws Exception {
        calls.add("pull");
        loop.run(input, out);
        calls.add("returned");
    }

    @Override
    public void endInput(int input, Collector<Object> out) {
        calls.add("endInput");
    }

    @Override
    public void finish(Collector<Object> out) {
        calls.add("finish");
    }

    @Override
    public void close() {
        calls.add("close");
    }
}
