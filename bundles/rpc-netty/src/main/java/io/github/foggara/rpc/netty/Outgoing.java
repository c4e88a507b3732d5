package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.RpcMessage;

/**
 * What waits to be written.
 *
 * @param request 0 for a one-way message
 * @param message null for an answer
 * @param pending null unless this is a request
 */
record Outgoing(byte op, long request, RpcMessage message, byte[] body, PendingRequest pending) {
    int size() {
        return WireFormat.size(op, message, body);
    }
}
