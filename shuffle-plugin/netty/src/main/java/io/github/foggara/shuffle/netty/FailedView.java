package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.Link;

/** A view that is over because of a failure, which its reader may not have heard of yet. */
record FailedView(RemoteView view, RemoteFailure failure) {
    /**
     * @param link null if the reader is away: it asks when it is back
     */
    void tell(Link link) {
        if (link != null) {
            Wire.failed(link, view.number(), failure);
        }
    }
}
