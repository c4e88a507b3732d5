package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.runtime.OwnerThread;

/**
 * What JobMasters say comes in here: it is decoded on the net thread, so that nonsense ends the connection at once, and enqueued for the link
 * thread.
 */
final class JobMasterDoor implements RpcListener {
    private final OwnerThread thread;
    private final JobMasterLink link;

    JobMasterDoor(OwnerThread thread, JobMasterLink link) {
        this.thread = thread;
        this.link = link;
    }

    @Override
    public void connected(RpcConnection made) {}

    @Override
    public void message(RpcConnection by, RpcMessage message) {
        if (message.type() == ClusterMessages.RECEIVED.id()) {
            long count = ClusterMessages.RECEIVED.decode(message.body());
            thread.execute(() -> link.arrived(by, count));
        } else {
            Numbered<? extends Order> order = ClusterMessages.order(message);
            int bytes = message.body().length;
            thread.execute(() -> link.ordered(by, order, bytes));
        }
    }

    @Override
    public void request(RpcConnection by, RpcMessage message, RpcReply reply) {
        throw new IllegalArgumentException("A JobMaster does not ask for a message " + message.type());
    }

    @Override
    public void writable(RpcConnection by) {
        thread.execute(() -> link.writable(by));
    }

    @Override
    public void disconnected(RpcConnection by, String why) {
        thread.execute(() -> link.disconnected(by, why));
    }
}
