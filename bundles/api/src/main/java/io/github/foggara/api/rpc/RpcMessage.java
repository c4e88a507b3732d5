package io.github.foggara.api.rpc;

import java.util.Objects;

/**
 * One message, as it travels.
 *
 * @param type the id of its {@link MessageCodec}
 * @param epoch of the sender in the scope; dropped by a node that has seen a higher one
 * @param body not copied: whoever made the message does not change it any more
 */
public record RpcMessage(int type, RpcScope scope, long epoch, byte[] body) {
    public RpcMessage {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(body, "body");
    }

    /** Without a scope. */
    public static RpcMessage of(int type, byte[] body) {
        return new RpcMessage(type, RpcScope.NONE, 0, body);
    }

    @Override
    public String toString() {
        return "message " + type + " of " + body.length + " bytes, scope " + scope + ", epoch " + epoch;
    }
}
