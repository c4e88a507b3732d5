package io.github.foggara.kernel.remote;

import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.remote.message.Order;

/** By which orders go to one TaskManager. Any thread; only enqueues. */
public interface OrderLine {
    /**
     * @param owner who is told what follows from it and from other orders of its job and epoch; null if nothing does
     */
    void give(Order order, JobMasterGateway owner);
}
