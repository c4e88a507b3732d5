package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.ProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import java.util.List;
import java.util.Set;

/** Passes records on, writes down each call of its life cycle, and throws where it is told to. */
final class Calls implements ProcessFunction<Object, Object> {
    private static final long serialVersionUID = 1L;
    private final String name;
    private final transient List<String> log;
    private final Set<String> failing;
    private boolean processed;

    Calls(String name, List<String> log, Set<String> failing) {
        this.name = name;
        this.log = log;
        this.failing = failing;
    }

    private void call(String phase) {
        log.add(name + "." + phase);
        if (failing.contains(name + "." + phase)) {
            throw new IllegalStateException(name + "." + phase + " fails");
        }
    }

    @Override
    public void open(RuntimeContext context) {
        call("open");
    }

    @Override
    public void process(Object record, Collector<Object> out) {
        if (!processed) {
            processed = true;
            call("process");
        }
        out.collect(record);
    }

    @Override
    public void endInput(Collector<Object> out) {
        call("endInput");
    }

    @Override
    public void finish(Collector<Object> out) {
        call("finish");
    }

    @Override
    public void close() {
        call("close");
    }
}
