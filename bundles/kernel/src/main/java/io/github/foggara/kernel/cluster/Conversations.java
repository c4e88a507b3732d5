package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is asked of every TaskManager about one job, and answered when all have answered. One that is lost has nothing of the job. Cluster
 * thread.
 */
final class Conversations {
    private final Runnable onReleased;
    private final Set<RegisteredTaskManager> asked = new LinkedHashSet<>();
    private final Set<ExecutionAttemptId> found = new LinkedHashSet<>();
    private final Set<RegisteredTaskManager> releasing = new LinkedHashSet<>();
    private JobMasterGateway takingOver;
    private JobMasterGateway letting;

    /**
     * @param onReleased before the JobMaster is told
     */
    Conversations(Runnable onReleased) {
        this.onReleased = onReleased;
    }

    /** All are asked what they run of the job; a release that waits is void. */
    void takeOver(ClusterJob job, Collection<RegisteredTaskManager> managers) {
        takingOver = job.owner();
        letting = null;
        found.clear();
        releasing.clear();
        asked.clear();
        asked.addAll(managers);
        managers.forEach(manager -> manager.gateway().takeOver(job.id(), job.epoch(), job.door(manager)));
        answerAttempts();
    }

    void attempts(RegisteredTaskManager manager, List<ExecutionAttemptId> running) {
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
        if (asked.isEmpty() && takingOver != null) {
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
        if (releasing.isEmpty() && letting != null) {
            JobMasterGateway owner = letting;
            letting = null;
            onReleased.run();
            owner.released();
        }
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
        if (asked.remove(manager)) {
            answerAttempts();
        }
        released(manager);
    }
}
