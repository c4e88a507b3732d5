package io.github.foggara.kernel.service;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.kernel.plugin.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who holds which service. Any thread; only {@link #leave} waits, on the thread of the bundle that leaves.
 *
 * @param <R> tells one registration of a service from another
 */
public final class ServiceHolders<R> {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceHolders.class);

    private final EngineRuntime runtime;
    private final long waitNanos;
    private final Object guard = new Object();
    private final List<Held<?>> held = new ArrayList<>();
    private final List<Parker> waiters = new ArrayList<>();

    /**
     * @param leaseWait how long a leaving service waits for its leases
     */
    public ServiceHolders(EngineRuntime runtime, Duration leaseWait) {
        this.runtime = runtime;
        this.waitNanos = leaseWait.toNanos();
    }

    /**
     * @param bundle symbolic name and version of the publisher
     * @param leaving called at most once, when the service is about to leave; only enqueues
     * @param giveBack called once, when the lease is closed
     */
    public <S> Lease<S> hold(R registration, S service, String bundle, Runnable leaving, Runnable giveBack) {
        Held<S> lease = new Held<>(registration, service, bundle, leaving, giveBack);
        synchronized (guard) {
            held.add(lease);
        }
        return lease;
    }

    /** Tells those who hold such a registration that it leaves; does not wait. */
    public void tell(Predicate<R> registrations) {
        for (Held<?> each : matching(registrations)) {
            if (each.firstTime()) {
                LOG.info("A service of {} leaves that a job uses", each.bundle);
                each.leaving.run();
            }
        }
    }

    /**
     * Tells them and waits, bounded, until they have given it back.
     *
     * @return false if leases were still out when the time was over; they are not waited for again
     */
    public boolean leave(Predicate<R> registrations) {
        Parker waiter = runtime.newParker();
        synchronized (guard) {
            waiters.add(waiter);
        }
        try {
            tell(registrations);
            long deadline = runtime.nanoTime() + waitNanos;
            List<Held<?>> out = matching(registrations);
            while (!out.isEmpty()) {
                long left = deadline - runtime.nanoTime();
                if (left <= 0 || Thread.currentThread().isInterrupted()) {
                    return giveUp(out);
                }
                waiter.parkNanos(left);
                out = matching(registrations);
            }
            return true;
        } finally {
            synchronized (guard) {
                waiters.remove(waiter);
            }
        }
    }

    private boolean giveUp(List<Held<?>> out) {
        LOG.warn(
                "A service of {} leaves although {} of its leases were not given back in time",
                out.get(0).bundle,
                out.size());
        synchronized (guard) {
            held.removeAll(out);
        }
        return false;
    }

    private List<Held<?>> matching(Predicate<R> registrations) {
        List<Held<?>> all;
        synchronized (guard) {
            all = List.copyOf(held);
        }
        return all.stream().filter(h -> registrations.test(h.registration)).toList();
    }

    private final class Held<S> implements Lease<S> {
        private final R registration;
        private final S service;
        private final String bundle;
        private final Runnable leaving;
        private final Runnable giveBack;
        private boolean told;
        private boolean closed;

        Held(R registration, S service, String bundle, Runnable leaving, Runnable giveBack) {
            this.registration = registration;
            this.service = service;
            this.bundle = bundle;
            this.leaving = leaving;
            this.giveBack = giveBack;
        }

        boolean firstTime() {
            synchronized (guard) {
                boolean first = !told;
                told = true;
                return first;
            }
        }

        @Override
        public S service() {
            return service;
        }

        @Override
        public String bundle() {
            return bundle;
        }

        @Override
        public void close() {
            synchronized (guard) {
                if (closed) {
                    return;
                }
                closed = true;
            }
            try {
                giveBack.run();
            } finally {
                List<Parker> waiting;
                synchronized (guard) {
                    held.remove(this);
                    waiting = List.copyOf(waiters);
                }
                waiting.forEach(Parker::unpark);
            }
        }
    }
}
