package io.github.foggara.examples.csvreport;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * One row of the report. Amounts have two digits behind the point.
 *
 * @param mean amount of an order, rounded half up
 */
record Summary(
        String region,
        String category,
        long orders,
        long pieces,
        BigDecimal total,
        BigDecimal smallest,
        BigDecimal largest,
        BigDecimal mean) {
    static final String HEADING = String.format(
            Locale.ROOT,
            "%-10s %-12s %8s %8s %12s %10s %10s %10s",
            "region",
            "category",
            "orders",
            "pieces",
            "total",
            "smallest",
            "largest",
            "mean");

    static Summary of(Sales sales) {
        return new Summary(
                sales.group().region(),
                sales.group().category(),
                sales.orders(),
                sales.pieces(),
                cents(sales.total()),
                cents(sales.smallest()),
                cents(sales.largest()),
                sales.total().divide(BigDecimal.valueOf(sales.orders()), 2, RoundingMode.HALF_UP));
    }

    private static BigDecimal cents(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.HALF_UP);
    }

    /** By total; of equal ones the alphabetically first group is the larger. */
    static int compareByTotal(Summary left, Summary right) {
        int byTotal = left.total.compareTo(right.total);
        if (byTotal != 0) {
            return byTotal;
        }
        int byRegion = right.region.compareTo(left.region);
        return byRegion != 0 ? byRegion : right.category.compareTo(left.category);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%-10s %-12s %8d %8d %12s %10s %10s %10s",
                region,
                category,
                orders,
                pieces,
                total,
                smallest,
                largest,
                mean);
    }
}
