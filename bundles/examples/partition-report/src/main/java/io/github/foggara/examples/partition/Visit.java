package io.github.foggara.examples.partition;

import java.time.Instant;

/** One row of a log of visits; columns it does not name are ignored. */
record Visit(String user, Instant time, String page) {
    /** An empty field arrives as null; throwing makes it a malformed row, with file and line named. */
    Visit {
        if (user.isBlank() || time == null) {
            throw new IllegalArgumentException("a visit needs a user and a time");
        }
    }
}
