package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TaskManagers that may run something, on disk before anything can run there. Cluster thread, which does not wait for the disk: one write
 * at a time on io threads, with all that has changed since the last. What is not written is tried again.
 */
final class Remembered {
    private static final Logger LOG = LoggerFactory.getLogger(Remembered.class);

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final OwnerThread thread;
    private final EngineRuntime runtime;
    private final Roster roster;
    private final Set<ContainerId> ids = new LinkedHashSet<>();
    private List<Runnable> waiting = new ArrayList<>();
    private boolean changed;
    private boolean writing;
    /** The last write has not succeeded, which was said. */
    private boolean failed;

    private boolean retryWaits;

    Remembered(OwnerThread thread, EngineRuntime runtime, Roster roster) {
        this.thread = thread;
        this.runtime = runtime;
        this.roster = roster;
    }

    /** They were written before. */
    void know(Set<ContainerId> written) {
        ids.addAll(written);
    }

    /**
     * @param then when it is on the disk; on the cluster thread
     */
    void add(ContainerId id, Runnable then) {
        changed |= ids.add(id);
        waiting.add(then);
        proceed();
    }

    /** Nothing runs there any more. Nobody waits for that. */
    void remove(ContainerId id) {
        changed |= ids.remove(id);
        proceed();
    }

    /**
     * Nothing runs anywhere any more.
     *
     * @param then when that is on the disk
     */
    void clear(Runnable then) {
        changed |= !ids.isEmpty();
        ids.clear();
        waiting.add(then);
        proceed();
    }

    private void proceed() {
        thread.assertOwner();
        if (writing || !changed && waiting.isEmpty()) {
            return;
        }
        List<Runnable> told = waiting;
        waiting = new ArrayList<>();
        if (!changed) {
            told.forEach(Runnable::run);
            return;
        }
        writing = true;
        changed = false;
        Set<ContainerId> now = Set.copyOf(ids);
        try {
            runtime.executeBlocking(() -> {
                Throwable failure = write(now);
                thread.execute(() -> written(told, failure));
            });
        } catch (RuntimeException | Error e) {
            thread.execute(() -> written(told, e));
        }
    }

    /** Null if it succeeds. */
    private Throwable write(Set<ContainerId> now) {
        try {
            roster.write(now);
            return null;
        } catch (Throwable t) {
            return t;
        }
    }

    /** A disk that fails must not keep the cluster from work; what it costs is said. */
    private void written(List<Runnable> told, Throwable failure) {
        writing = false;
        if (failure == null && failed) {
            LOG.info("Which TaskManagers there are is written again");
        } else if (failure != null && !failed) {
            LOG.error(
                    "Which TaskManagers there are cannot be written; if this JobMaster is killed now, the next one may run tasks while"
                            + " former attempts of them have not ended. It is tried again",
                    failure);
        }
        failed = failure != null;
        told.forEach(Runnable::run);
        if (failed) {
            tryAgainLater();
        }
        proceed();
    }

    private void tryAgainLater() {
        if (!retryWaits) {
            retryWaits = true;
            thread.schedule(RETRY.toNanos(), () -> {
                retryWaits = false;
                changed = true;
                proceed();
            });
        }
    }
}
