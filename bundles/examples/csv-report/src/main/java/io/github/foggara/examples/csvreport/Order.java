package io.github.foggara.examples.csvreport;

import java.math.BigDecimal;

/**
 * One row of the input; columns it does not name are ignored.
 *
 * @param price of one piece
 */
record Order(String region, String category, int quantity, BigDecimal price) {}
