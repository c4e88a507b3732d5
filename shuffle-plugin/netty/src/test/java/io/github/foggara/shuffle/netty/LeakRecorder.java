package io.github.foggara.shuffle.netty;

import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Netty's leak detector of the tests, by the system property that names it: leaks are collected, not only logged. */
public final class LeakRecorder<T> extends ResourceLeakDetector<T> {
    private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

    public LeakRecorder(Class<?> type, int interval) {
        super(type, interval);
    }

    public LeakRecorder(Class<?> type, int interval, long maxActive) {
        super(type, interval);
    }

    static List<String> leaks() {
        return LEAKS;
    }

    @Override
    protected boolean needReport() {
        return true;
    }

    @Override
    protected void reportTracedLeak(String type, String records) {
        LEAKS.add(type + records);
    }

    @Override
    protected void reportUntracedLeak(String type) {
        LEAKS.add(type);
    }
}
