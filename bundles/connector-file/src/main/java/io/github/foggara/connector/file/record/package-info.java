/**
 * Java records as CSV rows and JSON objects. {@link io.github.foggara.connector.file.record.RecordType} describes a
 * record class, {@link io.github.foggara.connector.file.record.Scalar} the types of single values. Everything here is
 * made per reader or writer, so nothing keeps a job's class after the job has ended.
 */
package io.github.foggara.connector.file.record;
