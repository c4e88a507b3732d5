package io.github.foggara.api.state;

/**
 * Key groups of one subtask, without gaps.
 *
 * @param first from 0
 * @param last not less than {@code first}
 */
public record KeyGroupRange(int first, int last) {
    public KeyGroupRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("No range of key groups: " + first + " to " + last);
        }
    }

    public boolean contains(int keyGroup) {
        return keyGroup >= first && keyGroup <= last;
    }

    public int size() {
        return last - first + 1;
    }
}
