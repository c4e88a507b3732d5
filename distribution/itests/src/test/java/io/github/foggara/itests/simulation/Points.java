package io.github.foggara.itests.simulation;

import io.github.foggara.testkit.runtime.SimulatedProcess;
import java.util.EnumMap;
import java.util.Map;

/** Where one container dies. Simulated threads only, of which one runs at a time. */
final class Points {
    private final SimulatedProcess process;
    private Point last;
    private final int times;
    private Point died;
    private final Map<Point, Integer> passed = new EnumMap<>(Point.class);

    /**
     * @param last null for none
     * @param times at which passing of it, from 1
     */
    Points(SimulatedProcess process, Point last, int times) {
        this.process = process;
        this.last = last;
        this.times = times;
    }

    /** Does not return if the container dies here. */
    void at(Point point) {
        int count = passed.merge(point, 1, Integer::sum);
        if (point == last && count == times) {
            died = point;
            process.kill();
        }
    }

    /** It does not die any more. */
    void pass() {
        last = null;
    }

    /** Null for none. */
    Point last() {
        return last;
    }

    /** Null if it did not, or died elsewhere. */
    Point died() {
        return died;
    }
}
