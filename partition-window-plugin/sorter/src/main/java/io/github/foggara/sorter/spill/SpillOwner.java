package io.github.foggara.sorter.spill;

import java.util.Objects;

/**
 * One execution of a subtask: who files belong to.
 *
 * @param job name or id, of any characters
 * @param vertex name or id, of any characters
 * @param subtask index, from 0
 * @param attempt number, from 0
 */
public record SpillOwner(String job, String vertex, int subtask, int attempt) {
    private static final int LONGEST = 40;

    public SpillOwner {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(vertex, "vertex");
        if (subtask < 0 || attempt < 0) {
            throw new IllegalArgumentException("Subtask " + subtask + ", attempt " + attempt + ": neither is negative");
        }
    }

    /** Begin of the names of its files. Two owners may have the same. */
    String fileName() {
        return plain(job) + "-v" + plain(vertex) + "-s" + subtask + "-a" + attempt;
    }

    /** Letters, digits and underscores, never a path. */
    static String plain(String name) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < Math.min(name.length(), LONGEST); i++) {
            char c = name.charAt(i);
            boolean kept = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            plain.append(kept ? c : '_');
        }
        return plain.toString();
    }

    @Override
    public String toString() {
        return "job '" + job + "', vertex '" + vertex + "', subtask " + subtask + ", attempt " + attempt;
    }
}
