package io.github.foggara.window.range;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.task.DirectingOperator;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.window.Closer;
import io.github.foggara.window.Kind;
import io.github.foggara.window.RecordKey;
import io.github.foggara.window.SpillPlaces;
import io.github.foggara.window.UserFunctions;
import java.util.List;

/**
 * Sends each record to the range of its key. What a range is only shows behind it: it knows where the key lies among all keys, and each edge
 * how many subtasks share them. Task thread.
 */
final class RouteOperator extends SecondPass implements DirectingOperator<Object, Object> {
    private static final int FIRST_CAPACITY = 256;
    /** The array of a larger key is let go, in bytes. */
    private static final int LARGE = 1 << 20;

    private final OperatorRef reference;
    private final UserFunctions functions;
    private RecordKey key;
    private RecordOutput bytes = new RecordOutput(FIRST_CAPACITY);
    private Distribution distribution;
    /** Of the record that is being emitted. */
    private int place;

    RouteOperator(OperatorRef reference, SpillPlaces places) {
        super(Kind.RANGE_ROUTE, places);
        this.reference = reference;
        this.functions = new UserFunctions(reference.functions());
    }

    @Override
    public void open(TaskContext task) throws Exception {
        functions.open(task);
        key = new RecordKey(reference, task, false);
        super.open(task);
    }

    @Override
    String layout() {
        return key.layout();
    }

    @Override
    void begin(List<Tally> all) {
        distribution = Distribution.of(all);
    }

    @Override
    void emit(Object record, long number, Collector<Object> out) throws Exception {
        if (bytes.length() > LARGE) {
            bytes = new RecordOutput(FIRST_CAPACITY);
        }
        bytes.reset();
        key.encode(record, bytes);
        place = distribution.place(bytes.array(), bytes.length());
        out.collect(record);
    }

    @Override
    public int target(int subtasks) {
        return Distribution.subtask(place, subtasks);
    }

    @Override
    public void close() throws Exception {
        new Closer().run(functions::close).run(super::close).rethrow();
    }
}
