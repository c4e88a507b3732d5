package io.github.foggara.window;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import java.util.Arrays;
import java.util.Optional;

/** What an operator does; its state says it, so that another one under the same uid is not given what means something else to it. */
public enum Kind {
    SORT('s', "sort", false, "a sort"),
    KEYED_SORT('S', "sort", true, "a sort behind keyBy"),
    REDUCE('r', "reduce", false, "a reduce"),
    KEYED_REDUCE('R', "reduce", true, "a reduce behind keyBy"),
    AGGREGATE('a', "aggregate", false, "an aggregate"),
    KEYED_AGGREGATE('A', "aggregate", true, "an aggregate behind keyBy"),
    MAP_PARTITION('m', "map-partition", false, "a mapPartition"),
    KEYED_MAP_PARTITION('P', "map-partition", true, "a mapPartition behind keyBy"),
    RANGE_SAMPLE('d', "range-sample", false, "the first pass of a partitionByRange"),
    RANGE_ROUTE('D', "range-route", false, "the second pass of a partitionByRange"),
    COUNT('i', "count", false, "the first pass of a zipWithIndex"),
    INDEX('I', "index", false, "the second pass of a zipWithIndex");

    private final char code;
    private final String operation;
    private final boolean keyed;
    private final String words;

    Kind(char code, String operation, boolean keyed, String words) {
        this.code = code;
        this.operation = operation;
        this.keyed = keyed;
        this.words = words;
    }

    /**
     * @throws IllegalArgumentException if there is no such operation
     */
    public static Kind of(OperatorRef reference) {
        boolean behindKeys = RecordKey.keyed(reference);
        return Arrays.stream(values())
                .filter(kind -> kind.operation.equals(reference.name()) && kind.keyed == behindKeys)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no operation '" + reference.name() + "'"));
    }

    /** In a head: one byte. */
    public int code() {
        return code;
    }

    static Optional<Kind> ofCode(int code) {
        return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
    }

    /** For messages: {@code a reduce}. */
    String words() {
        return words;
    }
}
