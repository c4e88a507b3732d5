package io.github.foggara.kernel.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Code made for the graphs of a program, by fingerprint. It serves all attempts and all runs of equal graphs, so that what the
 * JIT compiler has compiled for one is there for the next; it goes with the program, or when many other graphs were used
 * since. Thread-safe.
 */
public final class GraphCode {
    private static final int KEPT = 16;

    private final Map<String, Object> byFingerprint = new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
            return size() > KEPT;
        }
    };

    /** What is kept for that graph; made if there is nothing. */
    public synchronized <T> T of(String fingerprint, Class<T> type, Supplier<T> make) {
        return type.cast(byFingerprint.computeIfAbsent(fingerprint, f -> make.get()));
    }
}
