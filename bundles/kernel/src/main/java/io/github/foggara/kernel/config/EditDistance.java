package io.github.foggara.kernel.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** How far two keys are apart: letters added, removed, changed, or two neighbours swapped. */
public final class EditDistance {
    private EditDistance() {}

    /** The candidate nearest to {@code word}, if it is near enough to be what was meant. */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(c -> between(word, c) <= Math.max(2, Math.max(word.length(), c.length()) / 3))
                .min(Comparator.<String>comparingInt(c -> between(word, c)).thenComparing(Comparator.naturalOrder()));
    }

    /** Damerau-Levenshtein distance in its restricted form (no letter is edited twice). */
    static int between(String a, String b) {
        int[] beforePrevious = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], previous[j]) + 1, previous[j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforePrevious[j - 2] + 1);
                }
            }
            int[] oldest = beforePrevious;
            beforePrevious = previous;
            previous = row;
            row = oldest;
        }
        return previous[b.length()];
    }
}
