package io.github.foggara.testkit.rpc;

import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcReply;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** A listener that writes down what it hears, and checks that each connection is heard of in the promised order. */
public final class RpcProbe implements RpcListener {
    private static final long WAIT_SECONDS = 20;

    /** A request that waits for an answer. */
    public record Asked(RpcConnection connection, RpcMessage message, RpcReply reply) {}

    /** The end of a connection. */
    public record Ended(RpcConnection connection, String why) {}

    private final BlockingQueue<RpcConnection> connected = new LinkedBlockingQueue<>();
    private final BlockingQueue<RpcMessage> messages = new LinkedBlockingQueue<>();
    private final BlockingQueue<Asked> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> refusals = new LinkedBlockingQueue<>();
    private final BlockingQueue<RpcConnection> writable = new LinkedBlockingQueue<>();
    private final List<RpcConnection> open = new CopyOnWriteArrayList<>();
    private final List<String> disorder = new CopyOnWriteArrayList<>();
    private volatile BiConsumer<RpcConnection, RpcMessage> onMessage = (connection, message) -> {};

    /** What is done on the net thread with each message, after it is written down. */
    public void onMessage(BiConsumer<RpcConnection, RpcMessage> action) {
        onMessage = action;
    }

    @Override
    public void connected(RpcConnection connection) {
        if (open.contains(connection)) {
            disorder.add("connected twice");
        }
        open.add(connection);
        connected.add(connection);
    }

    @Override
    public void message(RpcConnection connection, RpcMessage message) {
        expectOpen(connection, "a message");
        messages.add(message);
        onMessage.accept(connection, message);
    }

    @Override
    public void request(RpcConnection connection, RpcMessage message, RpcReply reply) {
        expectOpen(connection, "a request");
        requests.add(new Asked(connection, message, reply));
    }

    @Override
    public void writable(RpcConnection connection) {
        expectOpen(connection, "writable");
        writable.add(connection);
    }

    @Override
    public void disconnected(RpcConnection connection, String why) {
        expectOpen(connection, "disconnected");
        open.remove(connection);
        ended.add(new Ended(connection, why));
    }

    @Override
    public void refused(InetSocketAddress remote, String why) {
        refusals.add(why);
    }

    private void expectOpen(RpcConnection connection, String what) {
        if (!open.contains(connection)) {
            disorder.add(what + " before connected or after disconnected");
        }
    }

    public RpcConnection awaitConnected() {
        return await(connected, "a connection");
    }

    public RpcMessage awaitMessage() {
        return await(messages, "a message");
    }

    public Asked awaitRequest() {
        return await(requests, "a request");
    }

    public Ended awaitEnded() {
        return await(ended, "the end of a connection");
    }

    public String awaitRefused() {
        return await(refusals, "a refusal");
    }

    public RpcConnection awaitWritable() {
        return await(writable, "a connection to be writable again");
    }

    /** Whether no message waits to be looked at. */
    public boolean noMessage() {
        return messages.isEmpty();
    }

    /** The end, if one has been heard of and not been looked at. */
    public Ended pollEnded() {
        return ended.poll();
    }

    /** Connections that have begun and not ended. */
    public int open() {
        return open.size();
    }

    /** What was heard out of order; empty. */
    public List<String> disorder() {
        return disorder;
    }

    private static <T> T await(BlockingQueue<T> queue, String what) {
        try {
            T next = queue.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("Waited " + WAIT_SECONDS + " s for " + what);
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting for " + what, e);
        }
    }
}
