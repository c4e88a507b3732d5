package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.JobId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whose orders count: those of the JobMaster with the highest epoch seen for the job. Exec thread, except {@link #refused}.
 *
 * <p>The epoch is remembered for as long as the job lives here, and then until {@value #REMEMBERED} other jobs have come: a
 * late order of a former JobMaster would start a task that nobody ends.
 */
final class EpochFence {
    private static final Logger LOG = LoggerFactory.getLogger(EpochFence.class);
    private static final int REMEMBERED = 1000;

    private final Map<JobId, Long> living = new HashMap<>();
    private final Map<JobId, Long> others = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JobId, Long> eldest) {
            return size() > REMEMBERED;
        }
    };
    private final AtomicLong refused = new AtomicLong();

    /**
     * Whether the order is to be obeyed; one of a higher epoch fences all lower ones from now on.
     *
     * @param order for the log, what is to be done
     * @param target for the log, with what
     */
    boolean admits(JobId job, long epoch, String order, Object target) {
        Map<JobId, Long> home = living.containsKey(job) ? living : others;
        Long highest = home.get(job);
        if (highest != null && epoch < highest) {
            refused.incrementAndGet();
            LOG.warn(
                    "Did not {} {}: a JobMaster of epoch {} wanted it, which is fenced since one of epoch {} runs job {}",
                    order,
                    target,
                    epoch,
                    highest,
                    job);
            return false;
        }
        home.put(job, epoch);
        return true;
    }

    /** The job lives here from now on. */
    void began(JobId job) {
        Long epoch = others.remove(job);
        if (epoch != null) {
            living.put(job, epoch);
        }
    }

    /** Nothing of the job is left here. */
    void over(JobId job) {
        Long epoch = living.remove(job);
        if (epoch != null) {
            others.put(job, epoch);
        }
    }

    /** Orders dropped so far. Any thread. */
    long refused() {
        return refused.get();
    }
}
