/**
 * Sums up a web shop's orders by two columns: the job {@code csv-report}. Start reading at
 * {@link io.github.foggara.examples.csvreport.CsvReport}, which is the whole job.
 */
package io.github.foggara.examples.csvreport;
