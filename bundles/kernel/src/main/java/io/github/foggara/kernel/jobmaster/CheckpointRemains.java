package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plan.JobPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints of a run that has finished without a coordinator: it was killed when its output was decided and not published yet, and nothing
 * but publishing was left to do. A run that has finished keeps none but savepoints. Main thread, but for what is said to run on io.
 */
final class CheckpointRemains {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointRemains.class);

    private CheckpointRemains() {}

    /** The end of the run does not wait for it. */
    static void delete(
            JobSpec spec, JobServices services, JobPlan plan, Configuration configuration, Consumer<Runnable> main) {
        if (!LifeCheckpoints.wanted(plan)) {
            return;
        }
        StorageContext place = new StorageContext(spec.id(), spec.name(), services.checkpoints(), configuration);
        String name = configuration.get(JobOptions.CHECKPOINT_SERVICE);
        var leased = services.plugins().lease(CheckpointService.class, name);
        if (leased.isEmpty()) {
            told(spec, "there is no checkpoint service '" + name + "'");
            return;
        }
        CheckpointWork work = new CheckpointWork(leased.get(), services.runtime(), main);
        work.run(() -> deleteAll(work.service().openStorage(place)), () -> true, (nothing, problem) -> {
            if (problem != null) {
                told(spec, problem.toString());
            }
        });
        work.letGo();
    }

    private static void told(JobSpec spec, String why) {
        LOG.warn("Checkpoints of job {}, run {}, are not needed any more and stay: {}", spec.name(), spec.id(), why);
    }

    /** On io. */
    private static Void deleteAll(CheckpointStorage storage) throws IOException {
        List<Long> ids = new ArrayList<>();
        storage.completed(damaged -> ids.add(damaged.id())).forEach(whole -> ids.add(whole.id()));
        for (long id : ids) {
            storage.discard(id);
        }
        storage.sweep(0);
        return null;
    }
}
