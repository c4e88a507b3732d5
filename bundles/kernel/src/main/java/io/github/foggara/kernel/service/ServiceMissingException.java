package io.github.foggara.kernel.service;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Nobody publishes what a function asked for in {@code open}. A function that can do without catches it. */
public final class ServiceMissingException extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    private final transient ServiceNeed need;

    /**
     * @param operator name of the operator that asked
     */
    public ServiceMissingException(ServiceNeed need, String operator) {
        super("There is no " + need.words() + " for operator '" + operator + "'");
        this.need = need;
    }

    /** The need behind a failure, however user code has wrapped it; null if there is none. May run user code. */
    public static ServiceNeed behind(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable t = failure; t != null && seen.add(t); t = cause(t)) {
            if (t instanceof ServiceMissingException missing) {
                return missing.need;
            }
        }
        return null;
    }

    private static Throwable cause(Throwable t) {
        try {
            return t.getCause();
        } catch (Throwable hostile) {
            return null;
        }
    }
}
