package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.Incident;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failure way, from a classified failure to what is done about it. Main thread only.
 *
 * <pre>
 * failure → back-off strategy → gives up: recorded, the job fails
 *                  |
 *                  `-- delay → failover strategy → recorded with what is reset → (durable) → cancel, release
 *                                                                              → delay over, old attempts ended → deploy
 * </pre>
 *
 * A failure of an attempt that an earlier decision has replaced belongs to that decision's incident and costs nothing more.
 */
final class Failover {
    private static final Logger LOG = LoggerFactory.getLogger(Failover.class);

    private final JobSpec spec;
    private final EngineRuntime runtime;
    private final JobLifecycle lifecycle;
    private final Strategies strategies;
    private final Redeployments redeployments;

    Failover(
            JobSpec spec,
            EngineRuntime runtime,
            JobLifecycle lifecycle,
            Strategies strategies,
            Redeployments redeployments) {
        this.spec = spec;
        this.runtime = runtime;
        this.lifecycle = lifecycle;
        this.strategies = strategies;
        this.redeployments = redeployments;
    }

    /** A failure that no decision has answered yet. */
    void answer(Failure failure) {
        Life life = lifecycle.life();
        if (failure.task().isPresent()) {
            LOG.warn("{} ({})", failure.words(), failure.kind());
        }
        if (life == null || life.topology() == null || life.step().publishing()) {
            lifecycle.fail(failure.words());
            return;
        }
        JobState state = life.state();
        long number = state.incidentCount() + 1;
        List<Failure> failures = List.of(failure);
        RestartBackoffStrategy.Answer answer = strategies.backoff(new RestartBackoffStrategy.Question(
                failures,
                state.history(),
                runtime.currentTimeMillis(),
                spec.id().low() ^ number,
                lifecycle.configuration()));
        if (answer instanceof RestartBackoffStrategy.Answer.Restart restart) {
            restart(life, number, failures, restart.delay());
        } else if (answer instanceof RestartBackoffStrategy.Answer.GiveUp giveUp) {
            giveUp(life, number, failures, giveUp.words());
        }
    }

    private void giveUp(Life life, long number, List<Failure> failures, String words) {
        life.journal()
                .record(new JobEvent.FailureDecided(new Incident(
                        number, runtime.currentTimeMillis(), failures, "", Set.of(), 0, Optional.of(words))));
        LOG.info("Job {}, incident {}: {}", spec.name(), number, words);
        lifecycle.status().incidents(life);
        lifecycle.fail(failures.get(0).words() + (words.isEmpty() ? "" : "\n" + words));
    }

    private void restart(Life life, long number, List<Failure> failures, Duration delay) {
        boolean whole = failures.get(0).task().isEmpty();
        Strategies.Choice choice = whole
                ? new Strategies.Choice(new TreeSet<>(life.topology().tasks()), Strategies.BUILT_IN)
                : strategies.failover(failures, life.topology(), life.state().history(), lifecycle.configuration());
        List<Execution> replaced =
                choice.restart().stream().map(life.state()::current).toList();
        life.journal()
                .record(new JobEvent.FailureDecided(new Incident(
                        number,
                        runtime.currentTimeMillis(),
                        failures,
                        choice.by(),
                        choice.restart(),
                        delay.toMillis(),
                        Optional.empty())));
        LOG.warn(
                "Job {}, incident {}: strategy {} restarts {} of {} tasks in {} ms",
                spec.name(),
                number,
                choice.by(),
                choice.restart().size(),
                life.topology().tasks().size(),
                delay.toMillis());
        lifecycle.status().incidents(life);
        if (whole || life.step() != LifeStep.RUNNING) {
            lifecycle.restartLife(delay, failures.get(0).words());
            return;
        }
        replaced.forEach(old -> Redeployments.release(life, spec, old));
        redeployments.begin(choice.restart(), delay);
    }

    /** A failure of an attempt that was replaced already. */
    void note(Execution old, Failure failure) {
        LOG.info("{} ({}; its restart is decided)", failure.words(), failure.kind());
        if (old.incident() > 0) {
            lifecycle.life().journal().record(new JobEvent.FailureNoted(old.incident(), failure));
            lifecycle.status().incidents(lifecycle.life());
        }
    }
}
