package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointContext.BlockingCall;
import io.github.foggara.api.checkpoint.CheckpointContext.IoAnswer;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plugin.Lease;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The checkpoint storage of a run in the hands of one life: the plugin is leased, what earlier lives began on it is waited for, then it is
 * found out what the life goes on from. Main thread only.
 */
final class LifeStorage {
    private static final String WAITING = "checkpoint-storage";

    private final JobSpec spec;
    private final JobServices services;
    private final JobLifecycle lifecycle;
    private final Life life;
    private final Consumer<Runnable> main;
    private CheckpointWork work;
    private StorageContext context;
    private LifeRestore restore;

    /**
     * @param main runs an action on the main thread, if the JobMaster is there still
     */
    LifeStorage(JobSpec spec, JobServices services, JobLifecycle lifecycle, Life life, Consumer<Runnable> main) {
        this.spec = spec;
        this.services = services;
        this.lifecycle = lifecycle;
        this.life = life;
        this.main = main;
    }

    /**
     * The graph is planned.
     *
     * @return whether the plugin was there
     */
    boolean lease() {
        services.plugins()
                .lease(CheckpointService.class, life.plan().configuration().get(JobOptions.CHECKPOINT_SERVICE))
                .ifPresent(held -> work =
                        new CheckpointWork(held, services.storageTurns().next(spec.id()), services.runtime(), main));
        return work != null;
    }

    /** Null for none. */
    Lease<?> leased() {
        return work == null ? null : work.lease();
    }

    CheckpointService service() {
        return work.service();
    }

    /** Null before {@link #find}. */
    StorageContext context() {
        return context;
    }

    /** Null before {@link #find}. */
    LifeRestore restore() {
        return restore;
    }

    /**
     * Finds out what the life goes on from, once. What an earlier life still published or deleted would be in nobody's log, or gone under
     * this one's hands, so that is waited for.
     *
     * @param found called when it is known, if the life goes on then
     */
    void find(Runnable found) {
        context = new StorageContext(
                spec.id(),
                spec.name(),
                services.checkpoints(),
                work.service().storageOptions(lifecycle.configuration()),
                life.epoch());
        Configuration notItsOwn = new Configuration(life.plan().programOptions());
        lifecycle
                .status()
                .checkpointing(new CheckpointPlace(
                        life.plan().configuration().get(JobOptions.CHECKPOINT_SERVICE),
                        work.service().storageOptions(notItsOwn).values()));
        restore = new LifeRestore(spec, lifecycle, life, context);
        if (!work.alone()) {
            lifecycle
                    .status()
                    .health(
                            WAITING,
                            "Job '" + spec.name()
                                    + "' waits until what an earlier life of it began to write or delete in"
                                    + " its checkpoint storage has ended");
        }
        work.whenAlone(() -> {
            if (lifecycle.current(life, LifeStep.OPENING)) {
                lifecycle.status().health(WAITING, null);
                search(found);
            }
        });
    }

    private void search(Runnable found) {
        RestoreSearch.Question question = restore.question();
        CheckpointService service = work.service();
        work.run(
                () -> LifeRestore.search(service.openStorage(context), question),
                () -> lifecycle.current(life, LifeStep.OPENING),
                (answer, problem) -> {
                    restore.answered(answer, problem);
                    if (restore.found()) {
                        found.run();
                    }
                });
    }

    /** On an io thread; the answer on main, while it is wanted. */
    <T> void io(BlockingCall<T> action, BooleanSupplier wanted, IoAnswer<T> answer) {
        work.run(action, wanted, answer);
    }

    /** What work on other threads needs of the plugin stays until that has ended. */
    void letGo() {
        lifecycle.status().health(WAITING, null);
        if (work != null) {
            work.letGo();
        }
    }
}
