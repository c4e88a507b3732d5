package io.github.foggara.checkpoint.metadata;

import java.io.IOException;

/** A metadata file is whole but of a later version of this plugin. */
public final class NewerFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    NewerFormatException(String file, long format, int known) {
        super("The checkpoint cannot be read: " + file + " has format " + format
                + ", and this version reads formats up to " + known
                + ". Install the version that wrote it, or a later one");
    }
}
