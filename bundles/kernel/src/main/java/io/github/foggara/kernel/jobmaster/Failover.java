package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.failover.TaskId;
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

    /** A failure that no decision has answered yet. One that meets an end that is decided already changes nothing. */
    void answer(Failure failure) {
        Life life = lifecycle.life();
        if (failure.task().isPresent() || life != null && life.ending() != null) {
            LOG.warn("{} ({})", failure.words(), failure.kind());
        }
        if (life != null && (life.ending() != null || life.step().ending())) {
            return;
        }
        boolean before = life == null || life.topology() == null;
        if (life == null
                || life.state() == null
                || life.step().publishing() && !mayGoBack(life, failure)
                || before && failure.kind() == FailureClass.UNRECOVERABLE) {
            lifecycle.fail(failure.words());
        } else if (failure.task().isPresent()
                && failure.kind() != FailureClass.UNRECOVERABLE
                && redeployments.waitsForDelay()) {
            join(life, failure);
        } else {
            decide(life, failure);
        }
    }

    /** Nothing is decided yet of what is to be published, and there is a cut to go on from. */
    private static boolean mayGoBack(Life life, Failure failure) {
        return life.step() == LifeStep.SEALING
                && life.checkpoints().on()
                && failure.kind() != FailureClass.UNRECOVERABLE;
    }

    private void decide(Life life, Failure failure) {
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

    /** While tasks wait for the delay of an incident, what else fails is taken for a part of it: it waits with them. */
    private void join(Life life, Failure failure) {
        Strategies.Choice choice = strategies.failover(
                List.of(failure), life.topology(), life.state().history(), lifecycle.configuration());
        Set<TaskId> more = new TreeSet<>(choice.restart());
        more.removeAll(redeployments.waiting());
        long number = life.state().incidentCount();
        life.checkpoints().fence(more, failure.words());
        life.journal().record(new JobEvent.FailureNoted(number, failure));
        List<Execution> replaced = more.stream().map(life.state()::current).toList();
        life.journal().record(new JobEvent.TasksReset("incident " + number, more));
        LOG.warn(
                "Job {}, incident {}: strategy {} restarts {} more tasks",
                spec.name(),
                number,
                choice.by(),
                more.size());
        lifecycle.status().incidents(life);
        redeployments.join(more);
        life.checkpoints().tasksChanged();
        release(life, replaced);
    }

    private void release(Life life, List<Execution> replaced) {
        life.outbox().send(() -> replaced.forEach(old -> Redeployments.release(life, spec, old)));
    }

    /** For users: what failed first, then why it is not tried again. */
    static String words(Failure failure, String gaveUp) {
        return failure.words() + (gaveUp.isEmpty() ? "" : "\n" + gaveUp);
    }

    private void giveUp(Life life, long number, List<Failure> failures, String words) {
        life.journal()
                .record(new JobEvent.FailureDecided(new Incident(
                        number, runtime.currentTimeMillis(), failures, "", Set.of(), 0, Optional.of(words))));
        LOG.info("Job {}, incident {}: {}", spec.name(), number, words);
        lifecycle.status().incidents(life);
        lifecycle.fail(words(failures.get(0), words));
    }

    private void restart(Life life, long number, List<Failure> failures, Duration delay) {
        boolean whole = failures.get(0).task().isEmpty()
                || life.step() != LifeStep.RUNNING
                || life.checkpoints().doubtful();
        // What has to run again of a job that is brought down is found when it comes up.
        Strategies.Choice choice = whole
                ? new Strategies.Choice(Set.of(), Strategies.BUILT_IN)
                : strategies.failover(failures, life.topology(), life.state().history(), lifecycle.configuration());
        List<Execution> replaced =
                choice.restart().stream().map(life.state()::current).toList();
        if (!whole) {
            life.checkpoints().fence(choice.restart(), failures.get(0).words());
            tellGaps(life, choice.restart());
        }
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
                "Job {}, incident {}: strategy {} restarts {} in {} ms",
                spec.name(),
                number,
                choice.by(),
                whole ? "the job" : choice.restart().size() + " tasks",
                delay.toMillis());
        lifecycle.status().incidents(life);
        if (whole) {
            lifecycle.restartLife(delay, failures.get(0).words());
            return;
        }
        redeployments.begin(choice.restart(), delay);
        life.checkpoints().tasksChanged();
        release(life, replaced);
    }

    /** A source that cannot be read again loses what comes while it restarts. */
    private void tellGaps(Life life, Set<TaskId> restarted) {
        if (life.checkpoints().on()) {
            life.plan().vertices().stream()
                    .filter(vertex -> !vertex.replayable())
                    .filter(vertex -> restarted.stream().anyMatch(task -> task.vertex() == vertex.index()))
                    .forEach(vertex -> lifecycle
                            .status()
                            .lost("Incident " + (life.state().incidentCount() + 1) + ": '" + vertex.name()
                                    + "' cannot be read again; what came to it since the checkpoint that it goes on"
                                    + " from is lost"));
        }
    }

    /** A failure of an attempt that was replaced already. One that no restart helps ends the job all the same. */
    void note(Execution old, Failure failure) {
        LOG.info("{} ({}; its restart is decided)", failure.words(), failure.kind());
        Life life = lifecycle.life();
        if (old.incident() > 0 && life.state().keeps(old.incident())) {
            life.journal().record(new JobEvent.FailureNoted(old.incident(), failure));
            lifecycle.status().incidents(life);
        }
        if (failure.kind() == FailureClass.UNRECOVERABLE && life.ending() == null) {
            decide(life, failure);
        }
    }

    /** A failure behind the one that the job is said to fail of. */
    void behind(Failure failure) {
        Life life = lifecycle.life();
        long last = life.state().incidentCount();
        if (last > 0 && life.state().keeps(last)) {
            life.journal().record(new JobEvent.FailureNoted(last, failure));
            lifecycle.status().incidents(life);
        }
    }
}
