package io.github.foggara.api.job;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something to read, cut into splits (FLIP-27): one enumerator beside the JobMaster hands splits to the readers in the
 * tasks.
 *
 * @param <T> type of the records
 * @param <S> type of the splits
 */
@ConsumerType
public interface Source<T, S> {
    Boundedness boundedness();

    /** Type of the records, or null if it is to be found by {@code returns}. */
    default Class<T> recordType() {
        return null;
    }

    /** Called on the job's coord thread once per life of the job. */
    SplitEnumerator<S> createEnumerator(EnumeratorContext<S> context);

    /** Called on the task's thread once per attempt. */
    SourceReader<T, S> createReader(ReaderContext context);

    /** Splits travel as bytes. */
    SplitCodec<S> splitCodec();
}
