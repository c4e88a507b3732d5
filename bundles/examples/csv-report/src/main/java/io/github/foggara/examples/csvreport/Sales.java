package io.github.foggara.examples.csvreport;

import java.math.BigDecimal;

/** One or more orders of a group; adding them up in any order gives the same. */
record Sales(Group group, long orders, long pieces, BigDecimal total, BigDecimal smallest, BigDecimal largest) {
    static Sales of(Order order) {
        BigDecimal amount = order.price().multiply(BigDecimal.valueOf(order.quantity()));
        return new Sales(new Group(order.region(), order.category()), 1, order.quantity(), amount, amount, amount);
    }

    Sales plus(Sales other) {
        return new Sales(
                group,
                orders + other.orders,
                pieces + other.pieces,
                total.add(other.total),
                smallest.min(other.smallest),
                largest.max(other.largest));
    }
}
