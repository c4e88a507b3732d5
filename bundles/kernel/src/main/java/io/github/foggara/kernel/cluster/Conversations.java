package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What is asked of every TaskManager about one job, and answered when all have answered. One that is lost has nothing of the job when it must
 * have told its tasks to end, or has come back and says so. Cluster thread.
 */
final class Conversations {
    private final Runnable onReleased;
    private final BooleanSupplier somebodyAway;
    private final BooleanSupplier somethingAway;
    private final Set<RegisteredTaskManager> asked = new LinkedHashSet<>();
    private final Set<ExecutionAttemptId> found = new LinkedHashSet<>();
    private final Set<RegisteredTaskManager> releasing = new LinkedHashSet<>();
    private JobMasterGateway takingOver;
    /** What the one that takes over was told last. */
    private boolean toldAway;

    private JobMasterGateway letting;

    /**
     * @param onReleased before the JobMaster is told
     * @param somebodyAway whether TaskManagers are waited for of which nobody knows what they run
     * @param somethingAway whether something of the job may run where nobody can be asked
     */
    Conversations(Runnable onReleased, BooleanSupplier somebodyAway, BooleanSupplier somethingAway) {
        this.onReleased = onReleased;
        this.somebodyAway = somebodyAway;
        this.somethingAway = somethingAway;
    }

    /** All are asked what they run of the job; a release that waits is void. */
    void takeOver(ClusterJob job, Collection<RegisteredTaskManager> managers) {
        takingOver = job.owner();
        toldAway = false;
        letting = null;
        found.clear();
        releasing.clear();
        asked.clear();
        asked.addAll(managers);
        managers.forEach(manager -> manager.gateway().takeOver(job.id(), job.epoch(), job.door(manager)));
        answerAttempts();
    }

    void attempts(RegisteredTaskManager manager, Collection<ExecutionAttemptId> running) {
        if (asked.remove(manager)) {
            found.addAll(running);
            answerAttempts();
        }
    }

    /** Whoever is told later that it runs would wait for its end. */
    void ended(ExecutionAttemptId attempt) {
        found.remove(attempt);
    }

    private void answerAttempts() {
        if (takingOver == null) {
            return;
        }
        boolean away = somebodyAway.getAsBoolean() || somethingAway.getAsBoolean();
        if (away != toldAway) {
            toldAway = away;
            takingOver.taskManagersAway(away);
        }
        if (!away && asked.isEmpty()) {
            JobMasterGateway owner = takingOver;
            takingOver = null;
            owner.attempts(List.copyOf(found));
            found.clear();
        }
    }

    /** All are to let go of the job. */
    void release(ClusterJob job, Collection<RegisteredTaskManager> managers) {
        letting = job.owner();
        releasing.clear();
        releasing.addAll(managers);
        managers.forEach(manager -> manager.gateway().releaseJob(job.id(), job.epoch(), job.door(manager)));
        answerReleased();
    }

    void released(RegisteredTaskManager manager) {
        if (releasing.remove(manager)) {
            answerReleased();
        }
    }

    private void answerReleased() {
        if (releasing.isEmpty() && letting != null && !somethingAway.getAsBoolean()) {
            JobMasterGateway owner = letting;
            letting = null;
            onReleased.run();
            owner.released();
        }
    }

    /** One that has come is asked as all others were. */
    void joined(ClusterJob job, RegisteredTaskManager manager) {
        if (takingOver != null && asked.add(manager)) {
            manager.gateway().takeOver(job.id(), job.epoch(), job.door(manager));
        }
        if (letting != null && releasing.add(manager)) {
            manager.gateway().releaseJob(job.id(), job.epoch(), job.door(manager));
        }
        proceed();
    }

    /** Somebody who was away is not any more. */
    void proceed() {
        answerAttempts();
        answerReleased();
    }

    /** No JobMaster waits for an answer any more. Those who were asked what they run still answer. */
    void abandon() {
        takingOver = null;
        letting = null;
        found.clear();
        releasing.clear();
    }

    /** Everybody has said what it runs. */
    boolean known() {
        return asked.isEmpty();
    }

    void lost(RegisteredTaskManager manager) {
        asked.remove(manager);
        releasing.remove(manager);
        proceed();
    }
}
