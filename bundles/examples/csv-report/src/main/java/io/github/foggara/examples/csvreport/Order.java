package io.github.foggara.examples.csvreport;

import java.math.BigDecimal;

/**
 * One row of the input; columns it does not name are ignored.
 *
 * @param price of one piece
 */
record Order(String region, String category, int quantity, BigDecimal price) {
    /** An empty field arrives as null; throwing makes it a malformed row, with file and line named. */
    Order {
        if (price == null) {
            throw new IllegalArgumentException("an order needs a price");
        }
    }
}
