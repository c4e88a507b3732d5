package io.github.foggara.api.sort;

/**
 * What holds for all parts of one criterion.
 *
 * @param subject how messages begin: which records are to be sorted by what
 * @param nullsFirst whatever the order
 */
record KeyRules(String subject, Order order, boolean nullsFirst) {
    private static final int LOW = 0;
    private static final int MIDDLE = 1;
    private static final int HIGH = 2;

    static KeyRules of(String subject, SortCriterion criterion, NullOrder standard) {
        NullOrder nulls = criterion.nulls() == NullOrder.AUTO ? standard : criterion.nulls();
        boolean first = nulls == NullOrder.AUTO ? criterion.order() == Order.ASCENDING : nulls == NullOrder.FIRST;
        return new KeyRules(subject, criterion.order(), first);
    }

    /** What bytes of values are written xor; those that tell null from a value are written as they are. */
    long mask() {
        return order == Order.ASCENDING ? 0 : -1;
    }

    int nullMark() {
        return nullsFirst ? LOW : HIGH;
    }

    int presentMark() {
        return MIDDLE;
    }

    IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException(subject + ": " + why);
    }
}
