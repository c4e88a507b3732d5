package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failover and back-off strategies that a job has chosen, leased for one decision each: so another choice, or another bundle, is in
 * force from the next failure on, and the classes of one that decides do not vanish under it. Main thread only.
 */
final class Strategies {
    private static final Logger LOG = LoggerFactory.getLogger(Strategies.class);
    /** Name of what decides when nothing else can: everything restarts. */
    static final String BUILT_IN = "full (built in)";

    private static final Duration LONGEST_DELAY = Duration.ofDays(365);

    private final String job;
    private final PluginRegistry plugins;
    private final BuiltInBackoff builtIn = new BuiltInBackoff();

    Strategies(String job, PluginRegistry plugins) {
        this.job = job;
        this.plugins = plugins;
    }

    /**
     * @param by name of the strategy, with symbolic name and version of its bundle
     */
    record Choice(Set<TaskId> restart, String by) {}

    /** When to restart, or why not. */
    RestartBackoffStrategy.Answer backoff(RestartBackoffStrategy.Question question) {
        String name = JobOptions.restartStrategy(question.configuration());
        Optional<Lease<RestartBackoffStrategy>> lease = plugins.lease(RestartBackoffStrategy.class, name);
        if (lease.isEmpty() && name.equals(JobOptions.NO_RESTART)) {
            return giveUp("gave up at the first failure (" + JobOptions.RESTART_STRATEGY.key() + "=" + name + ")");
        }
        if (lease.isEmpty()) {
            LOG.warn("Job {}: {}", job, noBackoff(name));
            return builtIn.decide(question, name);
        }
        builtIn.notNeeded();
        try (Lease<RestartBackoffStrategy> held = lease.get()) {
            return checked(held.service().decide(question));
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "The back-off strategy '{}' of {} failed", name, lease.get().bundle(), e);
            return giveUp("gave up, because the back-off strategy '" + name + "' of "
                    + lease.get().bundle() + " failed with " + e);
        }
    }

    private static RestartBackoffStrategy.Answer checked(RestartBackoffStrategy.Answer answer) {
        if (answer instanceof RestartBackoffStrategy.Answer.Restart restart) {
            boolean negative = restart.delay().isNegative();
            boolean tooLong = restart.delay().compareTo(LONGEST_DELAY) > 0;
            return negative
                    ? new RestartBackoffStrategy.Answer.Restart(Duration.ZERO)
                    : tooLong ? new RestartBackoffStrategy.Answer.Restart(LONGEST_DELAY) : answer;
        }
        return Objects.requireNonNull(answer, "the answer is null");
    }

    private static RestartBackoffStrategy.Answer giveUp(String words) {
        return new RestartBackoffStrategy.Answer.GiveUp(words);
    }

    /** Which tasks restart. */
    Choice failover(
            List<Failure> failures, PlanTopology topology, FailoverHistory history, Configuration configuration) {
        String name = configuration.get(JobOptions.FAILOVER_STRATEGY);
        Optional<Lease<FailoverStrategy>> lease = plugins.lease(FailoverStrategy.class, name);
        if (lease.isEmpty()) {
            LOG.warn("{}", noFailover(name));
            return full(topology);
        }
        String by = name + " (" + lease.get().bundle() + ")";
        try (Lease<FailoverStrategy> held = lease.get()) {
            FailoverPlan plan = held.service().decide(failures, topology, history);
            Optional<String> problem = problem(plan, failures, topology);
            if (problem.isEmpty()) {
                return new Choice(plan.restart(), by);
            }
            LOG.error("Job {}: what failover strategy {} decided cannot be done: {}", job, by, problem.get());
        } catch (RuntimeException | Error e) {
            LOG.error("Job {}: failover strategy {} failed", job, by, e);
        }
        return full(topology);
    }

    private static Choice full(PlanTopology topology) {
        return new Choice(new TreeSet<>(topology.tasks()), BUILT_IN);
    }

    private static Optional<String> problem(FailoverPlan plan, List<Failure> failures, PlanTopology topology) {
        if (plan.attachMode() != FailoverPlan.AttachMode.RECONNECT) {
            return Optional.of("the shuffle service cannot attach a restarted task to partners that go on");
        }
        Set<TaskId> all = new HashSet<>(topology.tasks());
        Set<TaskId> restart = new HashSet<>(plan.restart());
        Set<TaskId> whole = new HashSet<>();
        for (TaskId task : plan.restart()) {
            if (!all.contains(task)) {
                return Optional.of("there is no task " + task);
            }
            if (whole.contains(task)) {
                continue;
            }
            if (!restart.containsAll(topology.region(task))) {
                return Optional.of(
                        "task " + task + " restarts without all those with which it shares pipelined channels");
            }
            whole.addAll(topology.region(task));
        }
        return failures.stream()
                .flatMap(failure -> failure.task().stream())
                .filter(task -> !plan.restart().contains(task))
                .findFirst()
                .map(task -> "task " + task + " failed and does not restart");
    }

    /** Says what an operator should know before a failure comes. */
    void warn(RunStatus status, Configuration configuration) {
        status.health("strategies", warning(configuration).orElse(null));
    }

    private Optional<String> warning(Configuration configuration) {
        String failover = configuration.get(JobOptions.FAILOVER_STRATEGY);
        String backoff = JobOptions.restartStrategy(configuration);
        if (backoff.equals(JobOptions.NO_RESTART)) {
            return Optional.empty();
        }
        if (!plugins.names(RestartBackoffStrategy.class).contains(backoff)) {
            return Optional.of("Job '" + job + "': " + noBackoff(backoff));
        }
        return plugins.names(FailoverStrategy.class).contains(failover)
                ? Optional.empty()
                : Optional.of("Job '" + job + "': " + noFailover(failover));
    }

    private String noBackoff(String name) {
        return "A failure restarts the job after " + BuiltInBackoff.DELAY.toSeconds() + " s, but not more than "
                + BuiltInBackoff.RESTARTS + " times: no active bundle publishes the back-off strategy '" + name + "' ("
                + JobOptions.RESTART_STRATEGY.key() + "). There are: " + plugins.names(RestartBackoffStrategy.class);
    }

    private String noFailover(String name) {
        return "A failure restarts every task: no active bundle publishes the failover strategy '" + name + "' ("
                + JobOptions.FAILOVER_STRATEGY.key() + "). There are: " + plugins.names(FailoverStrategy.class);
    }
}
