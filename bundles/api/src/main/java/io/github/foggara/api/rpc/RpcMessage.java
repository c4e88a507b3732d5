package io.github.foggara.api.rpc;

import java.util.Objects;

/**
 * One message, as it travels.
 *
 * @param type the id of its {@link MessageCodec}
 * @param body not copied: whoever made the message does not change it any more
 */
public record RpcMessage(int type, byte[] body) {
    public RpcMessage {
        Objects.requireNonNull(body, "body");
    }

    @Override
    public String toString() {
        return "message " + type + " of " + body.length + " bytes";
    }
}
