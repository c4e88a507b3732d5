package io.github.foggara.examples.csvreport;

/** What orders are grouped by: two columns. */
record Group(String region, String category) {}
