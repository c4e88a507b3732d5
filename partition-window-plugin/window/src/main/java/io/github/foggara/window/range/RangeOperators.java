package io.github.foggara.window.range;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.task.Operator;
import io.github.foggara.window.SpillPlaces;
import io.github.foggara.window.SpoolSpace;
import java.util.Optional;

/** Makes the operators of {@code partitionByRange} and {@code zipWithIndex}. Any thread. */
public final class RangeOperators {
    /** For messages. */
    public static final String NAMES = "range-sample, range-route, count and index";

    private static final String ROUTE = "range-route";
    private static final String INDEX = "index";

    private RangeOperators() {}

    /**
     * @param places where they put their records
     * @return empty for other operators
     */
    public static Optional<Operator<?, ?>> create(OperatorRef reference, SpillPlaces places) {
        return switch (reference.name()) {
            case "range-sample", "count" -> Optional.of(new TallyOperator(reference));
            case ROUTE -> Optional.of(new RouteOperator(reference, places));
            case INDEX -> Optional.of(new IndexOperator(places));
            default -> Optional.empty();
        };
    }

    /** Bulk memory that one subtask reserves at least, in bytes. */
    public static long minimumMemory(OperatorRef reference) {
        return reference.name().equals(ROUTE) || reference.name().equals(INDEX) ? SpoolSpace.LEAST : 0;
    }
}
