package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TaskManagers that cannot be asked what they run still. Each is waited for until it comes back and says it, or for as long as it takes until it
 * has noticed by itself that it has lost its JobMaster, and has told its tasks to end. Cluster thread.
 *
 * <p>That time is known to both: a TaskManager notices a broken connection within {@link ClusterOptions#noticed}, and gives its session
 * up {@link ClusterOptions#GRACE} later.
 */
final class Absences {
    private static final Logger LOG = LoggerFactory.getLogger(Absences.class);

    private final OwnerThread thread;
    private final Duration grace;
    private final Duration silence;
    private final Consumer<ContainerId> onOver;
    private final Map<ContainerId, EngineRuntime.Cancellable> timers = new LinkedHashMap<>();
    /** Of a former JobMaster: nobody knows which jobs they run. */
    private final Set<ContainerId> former = new LinkedHashSet<>();

    private boolean listening;

    /**
     * @param silence until the other end has noticed
     * @param onOver told when one is not waited for any more, though it has not come back
     */
    Absences(OwnerThread thread, Duration grace, Duration silence, Consumer<ContainerId> onOver) {
        this.thread = thread;
        this.grace = grace;
        this.silence = silence;
        this.onOver = onOver;
    }

    /** These were registered with a former JobMaster in this one's place. They are waited for from {@link #listening} on. */
    void former(Set<ContainerId> ids) {
        former.addAll(ids);
    }

    /** They may come. */
    void listening() {
        if (!former.isEmpty() && !listening) {
            LOG.info(
                    "Jobs that go on wait for {} TaskManagers of the former JobMaster, for {} ms at most",
                    former.size(),
                    grace.plus(silence).toMillis());
            Set.copyOf(former).forEach(id -> waitFor(id, grace.plus(silence)));
        }
        listening = true;
    }

    /**
     * Lost.
     *
     * @param afterGrace the grace has passed here since its connection ended, so that only the time is left that it took to notice there
     */
    void lost(ContainerId id, boolean afterGrace) {
        waitFor(id, afterGrace ? silence : grace.plus(silence));
    }

    private void waitFor(ContainerId id, Duration time) {
        EngineRuntime.Cancellable before = timers.remove(id);
        if (before != null) {
            before.cancel();
        }
        timers.put(id, thread.schedule(time.toNanos(), () -> {
            if (timers.remove(id) != null) {
                LOG.info("TaskManager {} has not come back; by now it has told its tasks to end", id);
                former.remove(id);
                onOver.accept(id);
            }
        }));
    }

    /** It has said what it runs. */
    void back(ContainerId id) {
        former.remove(id);
        EngineRuntime.Cancellable timer = timers.remove(id);
        if (timer != null) {
            timer.cancel();
        }
    }

    boolean has(ContainerId id) {
        return timers.containsKey(id) || former.contains(id);
    }

    /** Whether some of a former JobMaster are waited for: any job may have something there. */
    boolean ofFormer() {
        return !former.isEmpty();
    }
}
