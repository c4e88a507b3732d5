package io.github.foggara.itests.job;

/** A number and what it is tallied by. */
public record Part(int key, long number) {
    /** So many keys there are. */
    public static final int KEYS = 1000;

    static Part of(long number) {
        return new Part((int) (number % KEYS), number);
    }
}
