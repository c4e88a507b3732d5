package io.github.foggara.api.job;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A reader that hands out a record when asked for one. The loop over records is then the engine's, in code made for this chain
 * alone, and is compiled together with the operators: for readers whose records cost next to nothing to make. Task
 * thread only.
 */
@ConsumerType
public interface PullReader<T, S> extends SourceReader<T, S> {
    /**
     * Goes on to the next record.
     *
     * @return false if there is none now; {@link #status()} says why
     */
    boolean advance() throws Exception;

    /** The record that {@link #advance()} found; asked for once. */
    T record() throws Exception;

    /** After {@link #advance()} found none: {@link InputStatus#NOTHING_AVAILABLE} or {@link InputStatus#END_OF_INPUT}. */
    InputStatus status() throws Exception;

    /** The engine leaves the loop, for whatever reason: a time to tell of progress. */
    default void pause() {}

    @Override
    default InputStatus poll(SourceOutput<T> out) throws Exception {
        try {
            while (out.mayContinue()) {
                if (!advance()) {
                    return status();
                }
                out.collect(record());
            }
            return InputStatus.MORE_AVAILABLE;
        } finally {
            pause();
        }
    }
}
