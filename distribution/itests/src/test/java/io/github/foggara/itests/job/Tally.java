package io.github.foggara.itests.job;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Counts the numbers of each key. Subtask 0 stands still while a file exists; that it does shows in a second file beside it. */
public final class Tally implements KeyedProcessFunction<Integer, Part, Tallied> {
    private static final long serialVersionUID = 1L;
    private static final long PAUSE_NANOS = 1_000_000;

    private final String hold;
    private transient boolean held;
    private transient ValueState<Long> seen;

    public Tally(String hold) {
        this.hold = hold;
    }

    /** Made when the task stands still that waits for this file to vanish. */
    public static Path held(Path hold) {
        return hold.resolveSibling(hold.getFileName() + ".held");
    }

    @Override
    public void open(RuntimeContext context) {
        held = context.subtask() == 0;
        seen = context.state(new ValueStateDescriptor<>("seen", Long.class));
    }

    @Override
    public void process(Part part, Context<Integer> context, Collector<Tallied> out) throws IOException {
        if (held && Files.exists(Path.of(hold))) {
            Files.writeString(held(Path.of(hold)), "");
            while (Files.exists(Path.of(hold)) && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        long nth = seen.value() == null ? 1 : seen.value() + 1;
        seen.update(nth);
        out.collect(new Tallied(context.currentKey(), nth, part.number()));
    }
}
