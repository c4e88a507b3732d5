package io.github.foggara.kernel.service;

/** Nobody publishes what a function asked for in {@code open}. A function that can do without catches it. */
public final class ServiceMissingException extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    /** Ends the look at causes that form a circle, or are made anew whenever they are asked for. */
    private static final int MOST_CAUSES = 100;

    private final transient ServiceNeed need;

    /**
     * @param operator name of the operator that asked
     */
    public ServiceMissingException(ServiceNeed need, String operator) {
        super("There is no " + need.words() + " for operator '" + operator + "'");
        this.need = need;
    }

    public ServiceNeed need() {
        return need;
    }

    /** The need behind a failure, however user code has wrapped it; null if there is none. May run user code. */
    public static ServiceNeed behind(Throwable failure) {
        Throwable t = failure;
        for (int depth = 0; t != null && depth < MOST_CAUSES; depth++, t = cause(t)) {
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
