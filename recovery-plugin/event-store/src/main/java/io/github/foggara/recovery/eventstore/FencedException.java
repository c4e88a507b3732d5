package io.github.foggara.recovery.eventstore;

import java.io.IOException;

/** Another writer has the log. The message is for users. */
final class FencedException extends Exception {
    private static final long serialVersionUID = 1L;

    FencedException(String message) {
        super(message);
    }

    /**
     * Looks whether the file still is the newest of its log.
     *
     * @throws FencedException if there is one of a higher epoch, or it is not there any more
     */
    static void check(LogFolder folder, LogFileName mine) throws FencedException, IOException {
        boolean there = false;
        for (LogFileName name : folder.files()) {
            there |= name.equals(mine);
            if (name.epoch() > mine.epoch()) {
                throw new FencedException("The event log of job " + folder.job() + " was opened with epoch "
                        + name.epoch() + "; epoch " + mine.epoch() + " must end");
            }
        }
        if (!there) {
            throw new FencedException("The event log of job " + folder.job() + " in " + folder.path()
                    + " was put aside or deleted; epoch " + mine.epoch() + " must end");
        }
    }
}
