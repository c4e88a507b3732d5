package io.github.foggara.testkit.rpc;

import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcReply;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Hands on what the reference says, with one bug; one net thread calls it. */
final class BrokenRpcListener implements RpcListener {
    private final RpcBug bug;
    private final PeerIdentity self;
    private final RpcListener listener;
    private final Map<RpcConnection, RpcConnection> connections = new ConcurrentHashMap<>();
    private RpcMessage heldBack;
    private int messages;

    BrokenRpcListener(RpcBug bug, PeerIdentity self, RpcListener listener) {
        this.bug = bug;
        this.self = self;
        this.listener = listener;
    }

    /** Always the same for one connection. */
    RpcConnection broken(RpcConnection connection) {
        return connections.computeIfAbsent(connection, Connection::new);
    }

    @Override
    public void connected(RpcConnection connection) {
        listener.connected(broken(connection));
    }

    @Override
    public void message(RpcConnection connection, RpcMessage message) {
        messages++;
        switch (bug) {
            case MESSAGE_LOST -> {
                if (messages % 50 != 0) {
                    listener.message(broken(connection), message);
                }
            }
            case MESSAGE_DOUBLED -> {
                listener.message(broken(connection), message);
                if (messages % 50 == 0) {
                    listener.message(broken(connection), message);
                }
            }
            case MESSAGES_SWAPPED -> swapped(connection, message);
            case BODY_CUT -> {
                byte[] cut = Arrays.copyOf(message.body(), Math.max(0, message.body().length - 1));
                listener.message(broken(connection), new RpcMessage(message.type(), cut));
            }
            case ERRORS_SWALLOWED -> {
                try {
                    listener.message(broken(connection), message);
                } catch (RuntimeException e) {
                    return;
                }
            }
            default -> listener.message(broken(connection), message);
        }
    }

    /** Every 50th after the one that follows it. */
    private void swapped(RpcConnection connection, RpcMessage message) {
        if (messages % 50 == 0) {
            heldBack = message;
            return;
        }
        listener.message(broken(connection), message);
        if (heldBack != null) {
            listener.message(broken(connection), heldBack);
            heldBack = null;
        }
    }

    @Override
    public void request(RpcConnection connection, RpcMessage message, RpcReply reply) {
        listener.request(broken(connection), message, reply);
    }

    @Override
    public void writable(RpcConnection connection) {
        if (bug != RpcBug.WRITABLE_NOT_TOLD) {
            listener.writable(broken(connection));
        }
    }

    @Override
    public void disconnected(RpcConnection connection, String why) {
        String told = bug == RpcBug.REASON_LOST ? "it ended" : why;
        if (bug != RpcBug.END_NOT_TOLD) {
            listener.disconnected(broken(connection), told);
        }
        if (bug == RpcBug.END_TOLD_TWICE) {
            listener.disconnected(broken(connection), told);
        }
    }

    @Override
    public void refused(InetSocketAddress remote, String why) {
        listener.refused(remote, why);
    }

    private final class Connection implements RpcConnection {
        private final RpcConnection sound;

        Connection(RpcConnection sound) {
            this.sound = sound;
        }

        @Override
        public PeerIdentity peer() {
            return bug == RpcBug.PEER_MISTAKEN ? self : sound.peer();
        }

        @Override
        public void send(RpcMessage message) {
            sound.send(message);
        }

        @Override
        public CompletionStage<byte[]> request(RpcMessage message, Duration deadline) {
            boolean ignored = bug == RpcBug.DEADLINE_IGNORED && !deadline.isZero();
            return sound.request(message, ignored ? Duration.ofDays(1) : deadline);
        }

        @Override
        public boolean writable() {
            return sound.writable();
        }

        @Override
        public long bytesHeld() {
            return sound.bytesHeld();
        }

        @Override
        public void pause() {
            sound.pause();
        }

        @Override
        public void resume() {
            sound.resume();
        }

        @Override
        public void close(String why) {
            sound.close(why);
        }
    }
}
