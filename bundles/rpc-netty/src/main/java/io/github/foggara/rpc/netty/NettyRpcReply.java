package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.RpcReply;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** The answer to one request. */
final class NettyRpcReply implements RpcReply {
    private static final int MAX_CHARACTERS = 1000;

    private final NettyRpcNode node;
    private final NettyRpcConnection connection;
    private final long request;
    private final AtomicBoolean answered = new AtomicBoolean();

    NettyRpcReply(NettyRpcNode node, NettyRpcConnection connection, long request) {
        this.node = node;
        this.connection = connection;
        this.request = request;
    }

    @Override
    public void reply(byte[] body) {
        if (body.length > node.settings.messages().maxBytes()) {
            throw new IllegalArgumentException(
                    "An answer has at most " + node.settings.messages().maxBytes() + " bytes, not " + body.length);
        }
        if (answered.compareAndSet(false, true)) {
            connection.answer(WireFormat.REPLY, request, body);
        }
    }

    @Override
    public void fail(String why) {
        if (answered.compareAndSet(false, true)) {
            String words = why.length() > MAX_CHARACTERS ? why.substring(0, MAX_CHARACTERS) : why;
            connection.answer(WireFormat.FAILURE, request, words.getBytes(StandardCharsets.UTF_8));
        }
    }
}
