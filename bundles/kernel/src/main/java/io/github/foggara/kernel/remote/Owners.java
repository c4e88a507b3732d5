package io.github.foggara.kernel.remote;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import java.util.HashMap;
import java.util.Map;

/** Who hears what a TaskManager says of a job, by the epoch it says it to. Belongs to one thread. */
public final class Owners {
    private final Map<JobId, Map<Long, JobMasterGateway>> owners = new HashMap<>();

    public void put(JobId job, long epoch, JobMasterGateway owner) {
        owners.computeIfAbsent(job, j -> new HashMap<>()).put(epoch, owner);
    }

    /** Null if nobody does. */
    public JobMasterGateway find(JobId job, long epoch) {
        return owners.getOrDefault(job, Map.of()).get(epoch);
    }

    /** Nothing is expected of that job any more. */
    public void forget(JobId job) {
        owners.remove(job);
    }

    /** Jobs that somebody hears of: for tests. */
    int size() {
        return owners.size();
    }
}
