package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointContext.BlockingCall;
import io.github.foggara.api.checkpoint.CheckpointContext.IoAnswer;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.plugin.CountedLease;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.Turns;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Blocking work of a life with its checkpoint plugin, which stays until the last piece of it has ended. Main thread only. */
final class CheckpointWork {
    private final CountedLease<CheckpointService> lease;
    private final Turns<JobId>.Turn turn;
    private final EngineRuntime runtime;
    private final Consumer<Runnable> main;
    private boolean let;

    /**
     * @param turn of the life on the storage of the run, until the last piece of work has ended
     * @param main runs an action on the main thread, if the JobMaster is there still
     */
    CheckpointWork(
            Lease<CheckpointService> lease, Turns<JobId>.Turn turn, EngineRuntime runtime, Consumer<Runnable> main) {
        this.lease = new CountedLease<>(lease);
        this.turn = turn;
        this.runtime = runtime;
        this.main = main;
    }

    CheckpointService service() {
        return lease.service();
    }

    Lease<?> lease() {
        return lease.lease();
    }

    /** Whether nothing that an earlier life began works on the storage any more. */
    boolean alone() {
        return turn.alone();
    }

    /** Runs an action on main when that is so. */
    void whenAlone(Runnable action) {
        turn.whenAlone(() -> main.accept(action));
    }

    /**
     * On an io thread.
     *
     * @param wanted whether the answer still is, asked on main
     * @param answer on main
     */
    <T> void run(BlockingCall<T> action, BooleanSupplier wanted, IoAnswer<T> answer) {
        lease.use();
        turn.use();
        runtime.executeBlocking(() -> {
            T result = null;
            Throwable problem = null;
            try {
                result = action.call();
            } catch (Throwable e) {
                // Whoever waits for the answer must get one.
                problem = e;
            } finally {
                turn.release();
                lease.release();
            }
            T answered = result;
            Throwable thrown = problem;
            main.accept(() -> {
                if (wanted.getAsBoolean()) {
                    answer.done(answered, thrown);
                }
            });
        });
    }

    /** The life does not need the plugin any more. Idempotent. */
    void letGo() {
        if (!let) {
            let = true;
            turn.release();
            lease.release();
        }
    }
}
