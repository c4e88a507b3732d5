package io.github.foggara.window.range;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.Indexed;
import io.github.foggara.window.Kind;
import io.github.foggara.window.SpillPlaces;
import java.util.List;

/** Numbers its records, behind those of all subtasks before it. Task thread. */
final class IndexOperator extends SecondPass {
    private long first;

    IndexOperator(SpillPlaces places) {
        super(Kind.INDEX, places);
    }

    @Override
    void begin(List<Tally> all) {
        first = all.stream()
                .filter(tally -> tally.subtask() < context().subtask())
                .mapToLong(Tally::records)
                .sum();
    }

    @Override
    void emit(Object record, long number, Collector<Object> out) {
        out.collect(new Indexed<>(first + number, record));
    }
}
