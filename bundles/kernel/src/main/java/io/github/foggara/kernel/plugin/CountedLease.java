package io.github.foggara.kernel.plugin;

import java.util.concurrent.atomic.AtomicInteger;

/** A lease that is given back when neither its owner nor any piece of work on another thread needs it. Any thread. */
public final class CountedLease<T> {
    private final Lease<T> lease;
    private final AtomicInteger users = new AtomicInteger(1);

    /** Its owner is the first user. */
    public CountedLease(Lease<T> lease) {
        this.lease = lease;
    }

    /** Of somebody who is a user. */
    public T service() {
        return lease.service();
    }

    public Lease<T> lease() {
        return lease;
    }

    /** One more user; said by one who is. Each ends by one {@link #release}. */
    public void use() {
        users.incrementAndGet();
    }

    public void release() {
        if (users.decrementAndGet() == 0) {
            lease.close();
        }
    }
}
