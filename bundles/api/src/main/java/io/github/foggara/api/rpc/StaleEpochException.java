package io.github.foggara.api.rpc;

/** Whoever sent a request is of an epoch that the peer knows to be over. */
public final class StaleEpochException extends RpcException {
    private static final long serialVersionUID = 1L;

    private final long epoch;
    private final long fence;

    /**
     * @param epoch of the request
     * @param fence the lowest that the peer takes
     */
    public StaleEpochException(RpcScope scope, long epoch, long fence) {
        super("The request is of epoch " + epoch + " of " + scope + ", the peer takes those from epoch " + fence
                + " on");
        this.epoch = epoch;
        this.fence = fence;
    }

    public long epoch() {
        return epoch;
    }

    public long fence() {
        return fence;
    }
}
