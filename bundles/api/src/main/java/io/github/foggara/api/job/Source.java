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

    /**
     * Instead of {@link #createEnumerator}, in a life that goes on from a checkpoint.
     *
     * @param state what {@link SplitEnumerator#snapshot} gave; read back from a file, so untrusted
     * @throws IllegalArgumentException if it is not such a state
     */
    default SplitEnumerator<S> restoreEnumerator(EnumeratorContext<S> context, byte[] state) {
        throw new UnsupportedOperationException("The source cannot go on from a checkpoint");
    }

    /** Whether splits can be read again from where a snapshot was taken. If not, what came meanwhile is lost after a failure, and told. */
    default boolean replayable() {
        return true;
    }

    /** Called on the task's thread once per attempt. */
    SourceReader<T, S> createReader(ReaderContext context);

    /** Splits travel as bytes. */
    SplitCodec<S> splitCodec();
}
