package io.github.foggara.api.checkpoint;

import java.io.IOException;

/**
 * What is stored of a checkpoint is not what was written, and will not become it by waiting: a checksum or the format does not fit, or a
 * file is missing from a place that can be looked into. Only this lets a job go on from an older checkpoint. Whatever may be otherwise the
 * next time (no permission, too many open files, a file system that is not mounted) is any other {@link IOException}.
 */
public class DamagedCheckpointException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * @param words naming the file, what is wrong with it and what to do
     */
    public DamagedCheckpointException(String words) {
        super(words);
    }

    /**
     * @param words naming the file, what is wrong with it and what to do
     */
    public DamagedCheckpointException(String words, Throwable cause) {
        super(words, cause);
    }
}
