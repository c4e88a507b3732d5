package io.github.foggara.api.task;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The records of an operator that asks for them. Task thread only.
 *
 * @param <I> type of the records
 */
@ProviderType
public interface RecordCursor<I> {
    /**
     * Goes on to the next record. Waits for it and meanwhile serves all mails, so a snapshot may be asked for: all records it gave before
     * belong to the snapshot, the next one does not.
     *
     * @return false when the input has ended, also if asked again
     */
    boolean advance() throws Exception;

    /**
     * The record that {@link #advance} went to, once.
     *
     * @throws IllegalStateException if there is none, or it was given before
     */
    I record();
}
