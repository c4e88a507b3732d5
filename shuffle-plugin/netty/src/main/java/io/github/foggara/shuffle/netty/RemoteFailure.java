package io.github.foggara.shuffle.netty;

/** What failed in the producer's process, as far as it can be told without its classes. */
final class RemoteFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String type;

    /**
     * @param type class of what was thrown there, or empty if nothing was
     */
    RemoteFailure(String type, String message) {
        super(message, null, false, false);
        this.type = type;
    }

    static RemoteFailure of(Throwable cause, String message) {
        return cause == null
                ? new RemoteFailure("", message)
                : new RemoteFailure(cause.getClass().getName(), cause.getMessage());
    }

    String type() {
        return type;
    }

    @Override
    public String toString() {
        return type.isEmpty() ? getMessage() : type + ": " + getMessage();
    }
}
