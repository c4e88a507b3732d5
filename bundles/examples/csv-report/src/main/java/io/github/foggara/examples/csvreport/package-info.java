/** A job bundle that aggregates a CSV file by several columns. */
package io.github.foggara.examples.csvreport;
