package io.github.foggara.kernel.remote;

import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A connection that keeps what is sent, and takes so many messages as the test lets it. */
final class ScriptedConnection implements RpcConnection {
    final List<RpcMessage> sent = new ArrayList<>();
    int room = Integer.MAX_VALUE;
    /** Refuses although it is writable. */
    boolean refuses;

    @Override
    public PeerIdentity peer() {
        return new PeerIdentity(new ContainerId(1, 2), "peer", "1", 1, "c", Map.of());
    }

    @Override
    public void send(RpcMessage message) {
        if (refuses) {
            throw new BackPressureException(peer(), 1, 1, 1);
        }
        sent.add(message);
        room--;
    }

    @Override
    public CompletionStage<byte[]> request(RpcMessage message, Duration deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean writable() {
        return room > 0;
    }

    @Override
    public long bytesHeld() {
        return 0;
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public void close(String why) {}
}
