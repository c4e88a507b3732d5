package io.github.foggara.api.rpc;

/** A message was not sent, because the peer takes too slowly what is sent to it. */
public final class BackPressureException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * @param held bytes that wait already
     * @param refused bytes of this message
     * @param limit bytes that may wait
     */
    public BackPressureException(PeerIdentity peer, long held, long refused, long limit) {
        super(held + " bytes wait for " + peer + "; " + refused + " more would pass the limit of " + limit);
    }
}
