package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.kernel.cluster.PlacedAttempts.Placed;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one job has in the cluster: where its attempts are, and what waits for a place or an answer. Cluster thread. */
final class ClusterJob {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterJob.class);

    private final JobId id;
    private final SlotPool slots;
    private final Runnable onFree;
    private final Runnable onStale;
    private final PlacedAttempts attempts = new PlacedAttempts();
    private final List<Placement> waiting = new ArrayList<>();
    /** Of attempts that were told their place: how it was lost before they were deployed. The newest of each task. */
    private final Map<ExecutionAttemptId, String> lostPlaces = new LinkedHashMap<>();

    /** What runs, or may, though the JobMaster counts it as ended or does not know it. */
    private final FormerAttempts former = new FormerAttempts();

    private final Conversations conversations;
    private JobMasterGateway owner;
    private long epoch;
    private int missing;
    private int ending;
    /** No JobMaster runs it; what was deployed is ending. */
    private boolean abandoned;

    /**
     * @param onFree a slot may have become free
     * @param onReleased nothing of the job is left in the cluster
     * @param onStale something was said of the job and dropped, because what it is about is over
     */
    ClusterJob(JobId id, SlotPool slots, Absences absences, Runnable onFree, Runnable onReleased, Runnable onStale) {
        this.id = id;
        this.slots = slots;
        this.onFree = onFree;
        this.onStale = onStale;
        this.conversations = new Conversations(onReleased, () -> absences.ofFormer(), () -> former.in(absences::has));
    }

    /** Of a job that no JobMaster runs; what is found of it is ending. */
    ClusterJob leftBehind(long of) {
        epoch = of;
        abandoned = true;
        return this;
    }

    JobId id() {
        return id;
    }

    /** Questions to all TaskManagers. */
    Conversations conversations() {
        return conversations;
    }

    /** The lowest whose orders are obeyed. */
    long epoch() {
        return abandoned ? epoch + 1 : epoch;
    }

    /** Another JobMaster runs the job, or the same one by another door. */
    void owner(long now, JobMasterGateway door) {
        if (now > epoch) {
            withdraw();
        }
        epoch = now;
        owner = door;
        abandoned = false;
    }

    /** Nobody is told anything any more; what was deployed keeps its slots until its last word. */
    void abandon() {
        withdraw();
        conversations.abandon();
        abandoned = true;
    }

    /** Abandoned, and nothing of it runs any more. */
    boolean left() {
        return abandoned && attempts.isEmpty() && former.isEmpty() && conversations.known();
    }

    /** Whether what is said to that epoch is told to the JobMaster. */
    boolean heard(long of) {
        return of == epoch && !abandoned;
    }

    /** What is said to an epoch that is not {@link #heard} is dropped. */
    void stale() {
        onStale.run();
    }

    JobMasterGateway owner() {
        return owner;
    }

    JobMasterGateway door(RegisteredTaskManager home) {
        return door(home, epoch);
    }

    private JobMasterGateway door(RegisteredTaskManager home, long of) {
        return new JobDoor(this, home, of);
    }

    /** What was to be deployed is not any more. */
    private void withdraw() {
        waiting.clear();
        lostPlaces.clear();
        missing = 0;
        ending = 0;
        attempts.ids().forEach(this::giveBack);
    }

    private void remove(ExecutionAttemptId attempt) {
        attempts.remove(attempt);
        slots.free(attempt);
    }

    /** Whether it had a place and was not deployed: then it has none any more. */
    private boolean giveBack(ExecutionAttemptId attempt) {
        Placed place = attempts.get(attempt);
        boolean unused = place != null && !place.deployed;
        if (unused) {
            remove(attempt);
        }
        return unused;
    }

    // ---- places

    void place(Placement placement) {
        supersede(placement.attempts());
        waiting.add(placement);
    }

    /** Attempts replace others of their tasks that were never deployed. */
    private void supersede(List<ExecutionAttemptId> by) {
        Set<TaskId> tasks = new HashSet<>();
        by.forEach(attempt -> tasks.add(PlacedAttempts.task(attempt)));
        waiting.replaceAll(placement -> placement.with(placement.attempts().stream()
                .filter(attempt -> !tasks.contains(PlacedAttempts.task(attempt)))
                .toList()));
        waiting.removeIf(placement -> placement.attempts().isEmpty());
        lostPlaces.keySet().removeIf(attempt -> tasks.contains(PlacedAttempts.task(attempt)));
        tasks.forEach(task -> attempts.of(task).forEach(this::giveBack));
    }

    /** It will not be deployed; one that was is not concerned. */
    void cancelPlace(ExecutionAttemptId attempt) {
        if (giveBack(attempt)) {
            onFree.run();
        }
    }

    /** Finds places for what waits, as far as there are slots and former attempts have ended, and says what it waits for. */
    void proceed(TaskManagers managers) {
        int lacking = 0;
        int held = 0;
        for (Placement placement : List.copyOf(waiting)) {
            int before = former.before(placement.attempts());
            held += before;
            if (before > 0) {
                continue;
            }
            SlotPool.Placed result = slots.place(placement.attempts());
            lacking += result.missing();
            if (result.missing() == 0) {
                waiting.remove(placement);
                Map<RegisteredTaskManager, List<ExecutionAttemptId>> homes = new LinkedHashMap<>();
                result.places()
                        .forEach((attempt, home) -> homes.computeIfAbsent(managers.find(home), h -> new ArrayList<>())
                                .add(attempt));
                homes.forEach((home, some) -> {
                    some.forEach(attempt -> attempts.put(attempt, new Placed(home, placement)));
                    home.gateway().place(placement.with(some), door(home));
                });
            }
        }
        if (lacking != missing) {
            missing = lacking;
            owner.slotsMissing(missing);
        }
        if (held != ending) {
            ending = held;
            owner.attemptsEnding(ending);
        }
    }

    // ---- orders

    void deploy(TaskDeployment deployment) {
        Placed place = attempts.get(deployment.attempt());
        if (place == null) {
            owner.report(deployment.attempt(), lost(deployment.vertexName(), noPlace(deployment.attempt())));
            return;
        }
        place.deployed = true;
        place.home.gateway().deploy(deployment, door(place.home));
    }

    private String noPlace(ExecutionAttemptId attempt) {
        String how = lostPlaces.remove(attempt);
        if (how != null) {
            return "It was not deployed: " + how;
        }
        if (waiting.stream().anyMatch(placement -> placement.attempts().contains(attempt))) {
            return "It was not deployed: it waits for a slot still; start more TaskManagers or lower the parallelism";
        }
        return "It was not deployed: it has no place in the cluster, because it was not asked for in this life of the job,"
                + " it has ended, or another attempt of its task has taken its place";
    }

    /** Whether something of it runs, or may. */
    boolean runs() {
        return !former.isEmpty() || attempts.anyDeployed();
    }

    /** Where it runs, or null. */
    RegisteredTaskManager home(ExecutionAttemptId attempt) {
        Placed place = attempts.get(attempt);
        return place == null || !place.deployed ? null : place.home;
    }

    /** A TaskManager has begun anew; these of its former session have not ended. They are ending, and say so to that epoch. */
    void found(RegisteredTaskManager home, long of, List<ExecutionAttemptId> running) {
        for (ExecutionAttemptId attempt : running) {
            former.add(attempt, home.id());
            slots.book(attempt, home.id());
            Placed place = new Placed(home, null);
            place.deployed = true;
            attempts.put(attempt, place);
        }
        home.owner(id, of, door(home, of));
    }

    /** What that TaskManager ran in a former session has ended, unless it says otherwise next, or has been told to end. */
    void over(ContainerId home) {
        former.ended(home, attempt -> true);
    }

    /** Whether something may run in a TaskManager of which nothing is heard. */
    boolean formerIn(ContainerId home) {
        return former.in(home::equals);
    }

    /** A TaskManager says to that epoch which attempts it runs: those, and of what was deployed there no others. */
    void known(RegisteredTaskManager home, long of, Set<ExecutionAttemptId> running) {
        if (of != epoch) {
            onStale.run();
            return;
        }
        former.ended(home.id(), attempt -> !running.contains(attempt));
        attempts.in(home).stream()
                .filter(attempt -> attempts.get(attempt).deployed && !running.contains(attempt))
                .forEach(this::remove);
        for (ExecutionAttemptId attempt : running) {
            if (attempts.get(attempt) == null) {
                slots.book(attempt, home.id());
                attempts.put(attempt, new Placed(home, null));
            }
            attempts.get(attempt).deployed = true;
        }
        conversations.attempts(home, running);
        onFree.run();
    }

    // ---- what comes back

    /**
     * A TaskManager is lost: what was deployed there has failed, what was to be deployed there goes elsewhere.
     *
     * @param mayRun what may run there still
     */
    void lost(RegisteredTaskManager home, String words, Predicate<ExecutionAttemptId> mayRun) {
        Map<Placement, List<ExecutionAttemptId>> again = new LinkedHashMap<>();
        former.ended(home.id(), mayRun.negate());
        for (ExecutionAttemptId attempt : attempts.in(home)) {
            Placed place = attempts.get(attempt);
            attempts.remove(attempt);
            if (place.deployed && mayRun.test(attempt)) {
                former.add(attempt, home.id());
            }
            if (abandoned) {
                continue;
            }
            if (place.deployed) {
                conversations.ended(attempt);
                owner.report(attempt, lost("", words));
            } else if (place.told) {
                lostPlaces.put(attempt, words);
            } else {
                again.computeIfAbsent(place.wish, w -> new ArrayList<>()).add(attempt);
            }
        }
        again.forEach((wish, some) -> waiting.add(wish.with(some)));
    }

    private static TaskReport lost(String operator, String words) {
        return new TaskReport.Failed(FailureClass.EXECUTOR_LOST, operator, words, null, null);
    }

    /** Nothing of the job is anywhere any more. */
    void over() {
        attempts.clear();
        waiting.clear();
        lostPlaces.clear();
        former.clear();
        slots.release(id);
    }

    /** Attempts and wishes in its books: for tests. */
    int size() {
        return attempts.size() + waiting.size();
    }

    void report(RegisteredTaskManager home, ExecutionAttemptId attempt, TaskReport report, long of) {
        Placed place = attempts.get(attempt);
        if (report instanceof TaskReport.PluginLeaves && heard(of)) {
            owner.report(attempt, report);
        } else if (place == null || place.home != home) {
            LOG.debug("{}: dropped a report of an attempt that is not there any more", attempt);
            onStale.run();
        } else {
            report(home, attempt, report, heard(of));
        }
    }

    private void report(RegisteredTaskManager home, ExecutionAttemptId attempt, TaskReport report, boolean heard) {
        boolean ended = report instanceof TaskReport.Finished
                || report instanceof TaskReport.Failed
                || report instanceof TaskReport.Canceled
                || report instanceof TaskReport.Quarantined;
        if (ended) {
            remove(attempt);
            former.ended(attempt);
            conversations.ended(attempt);
        }
        if (heard) {
            owner.report(attempt, report);
        } else if (!ended) {
            onStale.run();
        }
        if (ended) {
            onFree.run();
        }
    }

    void placed(RegisteredTaskManager home, List<ExecutionAttemptId> placed, Place place) {
        List<ExecutionAttemptId> wanted = placed.stream()
                .filter(attempt -> attempts.get(attempt) != null && attempts.get(attempt).home == home)
                .toList();
        wanted.forEach(attempt -> attempts.get(attempt).told = true);
        owner.placed(wanted, place);
        if (place.failed()) {
            // Nothing will be deployed there; others may use the slots.
            wanted.forEach(this::cancelPlace);
        }
    }
}
