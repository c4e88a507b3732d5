package io.github.foggara.kernel.remote;

import io.github.foggara.api.execution.JobId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which orders of jobs that are over still count, so that a late one of a former JobMaster does not begin something that nobody ends. Remembers
 * {@value #REMEMBERED} jobs, those that ended last. Belongs to one thread.
 */
public final class PastEpochs {
    static final int REMEMBERED = 1000;

    private final Map<JobId, Long> lowest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JobId, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * The job is over.
     *
     * @param epoch the lowest whose orders are obeyed from now on
     */
    public void over(JobId job, long epoch) {
        lowest.remove(job);
        lowest.put(job, epoch);
    }

    /** The lowest epoch whose orders are obeyed; of a job that nobody remembers, every epoch's are. */
    public long lowest(JobId job) {
        return lowest.getOrDefault(job, Long.MIN_VALUE);
    }
}
