package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers placements: a job gets its exchange of records with the first, so that it has a location. Those whose shuffle service is not there wait
 * for it, as its bundle may be about to come. Exec thread.
 */
final class PlaceQueue {
    private static final Logger LOG = LoggerFactory.getLogger(PlaceQueue.class);

    private record Waiting(JobMasterGateway owner, EngineRuntime.Cancellable timer) {}

    private final OwnerThread exec;
    private final PluginRegistry plugins;
    private final Duration limit;
    private final Function<Placement, ExecutorJob> jobs;
    private final Map<Placement, Waiting> waiting = new LinkedHashMap<>();

    /**
     * @param limit how long a service is waited for; 0 for not at all
     * @param jobs holds the job from now on, with an exchange of its own or of others
     */
    PlaceQueue(OwnerThread exec, PluginRegistry plugins, Duration limit, Function<Placement, ExecutorJob> jobs) {
        this.exec = exec;
        this.plugins = plugins;
        this.limit = limit;
        this.jobs = jobs;
    }

    private boolean there(Placement placement) {
        return limit.isZero() || plugins.names(ShuffleService.class).contains(placement.shuffle());
    }

    /**
     * Answers it now or later.
     *
     * @param held whether the job is here already, with its exchange
     */
    void add(Placement placement, JobMasterGateway owner, boolean held) {
        if (held || there(placement)) {
            answer(placement, owner);
            return;
        }
        LOG.warn(
                "There is no shuffle service '{}'. It is waited for, for {} ms", placement.shuffle(), limit.toMillis());
        waiting.put(placement, new Waiting(owner, exec.schedule(limit.toNanos(), () -> {
            if (waiting.remove(placement) != null) {
                answer(placement, owner);
            }
        })));
    }

    private void answer(Placement placement, JobMasterGateway owner) {
        Place place;
        try {
            ExecutorJob job = jobs.apply(placement);
            job.keep();
            place = Place.at(job.shuffle().environment().location());
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("The shuffle service '{}' does not say where it is", placement.shuffle(), e);
            place = Place.failed(String.valueOf(e));
        }
        owner.placed(placement.attempts(), place);
    }

    /** A plugin came or goes. */
    void changed() {
        for (Placement placement : List.copyOf(waiting.keySet())) {
            if (there(placement)) {
                Waiting found = waiting.remove(placement);
                found.timer.cancel();
                answer(placement, found.owner);
            }
        }
    }

    /** The job is let go. */
    void forget(JobId job) {
        waiting.entrySet().removeIf(entry -> {
            boolean of = entry.getKey().job().equals(job);
            if (of) {
                entry.getValue().timer.cancel();
            }
            return of;
        });
    }
}
