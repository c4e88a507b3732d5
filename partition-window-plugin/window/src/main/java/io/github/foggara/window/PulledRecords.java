package io.github.foggara.window;

import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;

/**
 * The records of a subtask for one call of its function: first those that were read before a restart, then those of the input, which are written
 * down before the function sees them. Task thread.
 */
final class PulledRecords implements OnePass.Records, AutoCloseable {
    private static final int RECORDS_PER_LOOK = 64;

    private final RecordCursor<Object> input;
    private final SpooledRecords log;
    private final RecordCodec<Object> codec;
    private final TaskContext context;
    /** Whether who emits a record may write into it again. */
    private final boolean shared;
    /** Null when all were given again. */
    private SpooledRecords.Reader before;

    private Object record;
    private boolean ended;
    private int looks;

    /**
     * @param log null in a job without snapshots
     */
    PulledRecords(RecordCursor<Object> input, SpooledRecords log, RecordCodec<Object> codec, TaskContext context)
            throws Exception {
        this.input = input;
        this.log = log;
        this.codec = codec;
        this.context = context;
        this.shared = WindowOptions.objectReuse(context.configuration());
        this.before = log == null || log.count() == 0 ? null : log.read(0);
    }

    @Override
    public boolean advance() throws Exception {
        if (before != null && again()) {
            return true;
        }
        if (!input.advance()) {
            ended = true;
            return false;
        }
        record = input.record();
        if (log != null) {
            log.add(record);
        }
        if (shared) {
            record = codec.copy(record);
        }
        return true;
    }

    private boolean again() throws Exception {
        if (++looks % RECORDS_PER_LOOK == 0) {
            context.betweenRecords();
        }
        if (before.next()) {
            record = before.record();
            return true;
        }
        close();
        return false;
    }

    @Override
    public Object record() {
        return record;
    }

    /** Whether it is known that there are no more. */
    boolean ended() {
        return ended;
    }

    @Override
    public void close() {
        if (before != null) {
            before.close();
            before = null;
        }
    }
}
