package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Deregistration;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.function.BiConsumer;

/**
 * What TaskManagers say comes in here: it is decoded on the net thread, so that nonsense ends the connection at once, and enqueued for the
 * cluster thread.
 */
final class ClusterDoor implements RpcListener {
    private final OwnerThread thread;
    private final TaskManagers managers;
    private final BiConsumer<BundlePart.Wanted, RpcReply> bundles;

    ClusterDoor(OwnerThread thread, TaskManagers managers, BiConsumer<BundlePart.Wanted, RpcReply> bundles) {
        this.thread = thread;
        this.managers = managers;
        this.bundles = bundles;
    }

    /** It registers next. */
    @Override
    public void connected(RpcConnection connection) {}

    @Override
    public void message(RpcConnection connection, RpcMessage message) {
        if (message.type() == ClusterMessages.RECEIVED.id()) {
            long count = ClusterMessages.RECEIVED.decode(message.body());
            thread.execute(() -> managers.arrived(connection, count));
        } else if (message.type() == ClusterMessages.DEREGISTER.id()) {
            Deregistration end = ClusterMessages.DEREGISTER.decode(message.body());
            thread.execute(() -> managers.deregister(connection, end));
        } else {
            Numbered<? extends Answer> answer = ClusterMessages.answer(message);
            int bytes = message.body().length;
            thread.execute(() -> managers.answered(connection, answer, bytes));
        }
    }

    @Override
    public void request(RpcConnection connection, RpcMessage message, RpcReply reply) {
        if (message.type() == ClusterMessages.BUNDLE_WANTED.id()) {
            bundles.accept(ClusterMessages.BUNDLE_WANTED.decode(message.body()), reply);
            return;
        }
        if (message.type() != ClusterMessages.REGISTER.id()) {
            throw new IllegalArgumentException("A TaskManager does not ask for a message " + message.type());
        }
        Registration registration = ClusterMessages.REGISTER.decode(message.body());
        thread.execute(() -> managers.register(connection, registration, reply));
    }

    @Override
    public void writable(RpcConnection connection) {
        thread.execute(() -> managers.writable(connection));
    }

    @Override
    public void disconnected(RpcConnection connection, String why) {
        thread.execute(() -> managers.disconnected(connection, why));
    }
}
