package io.github.foggara.testkit.task;

import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.PullOperator;
import io.github.foggara.api.task.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One attempt of one subtask. Either {@link #run} does all of it, or the test calls the steps. The calling thread is the task
 * thread. What {@link #close} does not release stays: look at {@link AccountedMemory#taken} and at the directories.
 */
public final class OperatorHarness<I, O> implements AutoCloseable {
    private final Operator<I, O> operator;
    private final ManualTaskContext context;
    private final SegmentStore store = new SegmentStore();
    private final List<O> output = new ArrayList<>();
    private PendingSnapshot pending;
    private boolean opened;
    private int given;

    /** A fresh start. */
    public OperatorHarness(Operator<I, O> operator, TaskSetting setting) {
        this(operator, setting, List.of());
    }

    /**
     * @param former what the checkpoint holds of the operator, by its subtasks of then
     */
    public OperatorHarness(Operator<I, O> operator, TaskSetting setting, List<StoredSnapshot> former) {
        this.operator = operator;
        this.context = new ManualTaskContext(setting, former);
    }

    public ManualTaskContext context() {
        return context;
    }

    /** What was emitted, the very objects. */
    public List<O> output() {
        return output;
    }

    private void emit(O record) {
        output.add(Objects.requireNonNull(record, "an operator emitted null"));
    }

    public void open() throws Exception {
        opened = true;
        context.opening(true);
        try {
            operator.open(context);
        } finally {
            context.opening(false);
        }
    }

    /** Opens it, gives it all records and ends the input. */
    public void run(RecordCursor<I> input) throws Exception {
        open();
        go(input);
    }

    public void run(List<? extends I> records) throws Exception {
        run(new ScriptedInput<>(records));
    }

    /** As {@link #run}, of an operator that is open. */
    public void go(RecordCursor<I> input) throws Exception {
        RecordCursor<I> counted = counted(input);
        if (operator instanceof PullOperator<I, O> puller) {
            puller.pull(counted, this::emit);
            boolean more = true;
            while (more) {
                more = counted.advance();
            }
        } else {
            while (counted.advance()) {
                operator.process(0, counted.record(), this::emit);
            }
        }
        end();
    }

    private RecordCursor<I> counted(RecordCursor<I> input) {
        return new RecordCursor<>() {
            @Override
            public boolean advance() throws Exception {
                context.checkCanceled();
                boolean more = input.advance();
                given += more ? 1 : 0;
                return more;
            }

            @Override
            public I record() {
                return input.record();
            }
        };
    }

    /** One record; not for an operator that asks for them. */
    public void process(I record) throws Exception {
        process(0, record);
    }

    /** One record of one of several inputs. */
    public void process(int input, I record) throws Exception {
        given++;
        operator.process(input, record, this::emit);
    }

    /** The input ends, and the operator finishes. */
    public void end() throws Exception {
        endInput(0);
        finish();
    }

    /** One of several inputs ends. */
    public void endInput(int input) throws Exception {
        operator.endInput(input, this::emit);
    }

    /** All inputs have ended. */
    public void finish() throws Exception {
        operator.finish(this::emit);
    }

    /** A barrier: the snapshot of now, to be written later. */
    public PendingSnapshot begin() {
        if (pending != null && !pending.closed()) {
            throw new IllegalStateException("One snapshot is open already");
        }
        pending = new PendingSnapshot(context, store, context.state().snapshot(), given, output.size());
        return pending;
    }

    /** A barrier, and its snapshot written at once. */
    public StoredSnapshot snapshot() {
        return begin().write();
    }

    /** Bytes that snapshots of this attempt wrote into segments. */
    public long segmentBytes() {
        return store.bytes();
    }

    /** The end of the attempt, whatever came before; then what was left on the io pool is done. */
    @Override
    public void close() throws Exception {
        try {
            if (opened) {
                opened = false;
                operator.close();
            }
        } finally {
            context.io().runAll();
            context.io().close();
        }
    }
}
