package io.github.foggara.api.sort;

import java.util.Locale;
import java.util.Objects;

/**
 * One of the things records are sorted by; the next one decides between records that are equal by this one. Immutable.
 *
 * @param path components that lead from the record to the key, such as {@code customer.name}, or {@code *} for the record itself;
 *     null if a selector yields the key
 * @param function index of that selector among the functions of the operator; -1 if there is a path
 */
public record SortCriterion(String path, int function, Order order, NullOrder nulls) {
    /** The path that means the whole record. */
    public static final String WHOLE = "*";

    private static final String FIELD = "field";
    private static final String FUNCTION = "function";

    public SortCriterion {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(nulls, "nulls");
        if (path == null ? function < 0 : function != -1 || path.isBlank()) {
            throw new IllegalArgumentException(
                    "A sort key is either a path or a function, not " + path + " and " + function);
        }
    }

    /** By a component, see {@link SortKeyEncoder} for what a path may be. */
    public static SortCriterion field(String path, Order order, NullOrder nulls) {
        return new SortCriterion(path, -1, order, nulls);
    }

    /** By what a selector yields; its index counts all functions of the operator, a key selector at 0 included. */
    public static SortCriterion selector(int function, Order order, NullOrder nulls) {
        return new SortCriterion(null, function, order, nulls);
    }

    /** A stable form, for the parameters of an operator: {@code descending auto field customer.name}. */
    public String text() {
        return order.name().toLowerCase(Locale.ROOT)
                + ' '
                + nulls.name().toLowerCase(Locale.ROOT)
                + ' '
                + (path == null ? FUNCTION + ' ' + function : FIELD + ' ' + path);
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException with the text, if it is no such form
     */
    public static SortCriterion parse(String text) {
        String[] words = text.split(" ", 4);
        if (words.length == 4) {
            Order order = Order.valueOf(words[0].toUpperCase(Locale.ROOT));
            NullOrder nulls = NullOrder.valueOf(words[1].toUpperCase(Locale.ROOT));
            if (words[2].equals(FIELD)) {
                return field(words[3], order, nulls);
            }
            if (words[2].equals(FUNCTION)) {
                return selector(Integer.parseInt(words[3]), order, nulls);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no sort criterion: expected, for example,"
                + " 'ascending auto field customer.name' or 'descending last function 1'");
    }

    @Override
    public String toString() {
        return text();
    }
}
