package io.github.foggara.sorter;

/**
 * Merges runs: each inner place remembers who lost there, so one way from a leaf to the top finds the next record. Records with equal keys
 * come in the order of their runs. Eight bytes of each key are cached here and decide nearly always. One thread.
 */
final class LoserTree {
    private final RunCursor[] runs;
    /** Words of keys as signed numbers; the largest one for a run that is at its end. */
    private final long[] heads;

    private final boolean[] ended;
    /** By inner place, from 1: the run that lost. */
    private final int[] losers;

    private final KeyColumns columns;
    /** Equal words mean equal keys. */
    private final boolean decided;

    private int winner;
    private boolean begun;

    /** @param runs in the order they came, each before its first record; at least one */
    LoserTree(RunCursor[] runs, KeyColumns columns, boolean decided) {
        this.runs = runs;
        this.columns = columns;
        this.decided = decided;
        this.heads = new long[runs.length];
        this.ended = new boolean[runs.length];
        this.losers = new int[runs.length];
    }

    /** Goes on to the next record of all. False behind the last one. */
    boolean advance() throws Exception {
        if (begun) {
            move(winner);
            replay();
        } else {
            begun = true;
            for (int i = 0; i < runs.length; i++) {
                move(i);
            }
            winner = runs.length == 1 ? 0 : play(1);
        }
        return !ended[winner];
    }

    /** The run that stands on the current record. */
    RunCursor current() {
        return runs[winner];
    }

    private void move(int run) throws Exception {
        RunCursor cursor = runs[run];
        if (cursor.advance()) {
            long word = columns == KeyColumns.PREFIX
                    ? cursor.prefix
                    : columns.word(cursor.keyBytes, cursor.keyAt, cursor.keyLength);
            heads[run] = word ^ Long.MIN_VALUE;
        } else {
            heads[run] = Long.MAX_VALUE;
            ended[run] = true;
        }
    }

    private int play(int place) {
        if (place >= runs.length) {
            return place - runs.length;
        }
        int left = play(2 * place);
        int right = play(2 * place + 1);
        boolean wins = before(left, right);
        losers[place] = wins ? right : left;
        return wins ? left : right;
    }

    /** Which of two keys is smaller cannot be predicted: unless they are equal, no jump depends on it. */
    private void replay() {
        int best = winner;
        long head = heads[best];
        for (int place = best + runs.length >> 1; place > 0; place >>= 1) {
            int other = losers[place];
            long its = heads[other];
            if (its == head) {
                if (beforeAtTie(other, best)) {
                    losers[place] = best;
                    best = other;
                }
                continue;
            }
            long less = less(its, head);
            int swap = (best ^ other) & (int) less;
            losers[place] = other ^ swap;
            best ^= swap;
            head ^= (its ^ head) & less;
        }
        winner = best;
    }

    /** All bits set if the left one is smaller, else none (Warren, Hacker's Delight, 2nd ed., 2-12). */
    private static long less(long left, long right) {
        return (left & ~right | ~(left ^ right) & left - right) >> 63;
    }

    private boolean before(int left, int right) {
        return heads[left] < heads[right] || heads[left] == heads[right] && beforeAtTie(left, right);
    }

    private boolean beforeAtTie(int left, int right) {
        if (ended[left] || ended[right]) {
            return !ended[left] || ended[right] && left < right;
        }
        int sign = decided ? 0 : runs[left].compareKey(runs[right]);
        return sign < 0 || sign == 0 && left < right;
    }
}
