package io.github.foggara.kernel.jobmaster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What the report of a run shows. It is bounded, however often the run restarts: what is left out is counted. Main thread only.
 */
final class ReportLines {
    /** Newest ones of those about something lost. */
    static final int LOSSES = 3;
    /** Newest ones of all others. */
    static final int LINES = 10_000;

    private final Bounded lines = new Bounded(LINES);
    private final Bounded losses = new Bounded(LOSSES);

    void add(String line) {
        lines.add(line);
    }

    /** Something of the input is lost by a restart. */
    void lost(String line) {
        losses.add(line);
    }

    /** In order, those about losses last. */
    List<String> all() {
        List<String> all = new ArrayList<>();
        lines.into(all, "earlier lines are left out");
        losses.into(all, "earlier restarts lost input too");
        return all;
    }

    /** The newest few, and the number of the others. */
    private static final class Bounded {
        private final Deque<String> newest = new ArrayDeque<>();
        private final int most;
        private long others;

        Bounded(int most) {
            this.most = most;
        }

        void add(String line) {
            newest.add(line);
            if (newest.size() > most) {
                newest.remove();
                others++;
            }
        }

        void into(List<String> all, String what) {
            if (others > 0) {
                all.add(others + " " + what);
            }
            all.addAll(newest);
        }
    }
}
