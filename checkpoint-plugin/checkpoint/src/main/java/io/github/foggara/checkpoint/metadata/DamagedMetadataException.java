package io.github.foggara.checkpoint.metadata;

import io.github.foggara.api.checkpoint.DamagedCheckpointException;

/** A metadata file is not what was written; the message names it and what is wrong. */
public final class DamagedMetadataException extends DamagedCheckpointException {
    private static final long serialVersionUID = 1L;

    DamagedMetadataException(String file, String what) {
        super("The checkpoint cannot be read: " + file + " is damaged, " + what + ". Restore from an older checkpoint");
    }
}
