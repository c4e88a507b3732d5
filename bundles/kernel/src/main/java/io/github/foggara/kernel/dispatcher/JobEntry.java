package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.jobmaster.JobMaster;
import io.github.foggara.kernel.jobmaster.RunReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One line of the table of jobs. Dispatcher thread only. */
final class JobEntry {
    /** Shown of a job of which nothing is known. */
    static final JobProperties NOTHING = new JobProperties("", Map.of(), Map.of());

    final String name;
    boolean configured;

    /** The run whose values are in force; null before any was accepted. */
    RunRecord record;

    /** Runs before it that may still be the one on disk: nothing of them may go. */
    final List<RunRecord> replaced = new ArrayList<>();

    /** JobMasters of the run that are gone as after a crash. */
    int deaths;

    /** When the last of them was gone, milliseconds since the epoch. */
    long lastDeath;

    /** It is to be cancelled as soon as its JobMaster, which is being brought down, has ended. */
    boolean cancelOrdered;

    /** The JobMaster is brought down to go on with other defaults. */
    boolean relaunch;

    /** Null when nothing of the run is running. */
    JobMaster master;

    RunReport status = RunReport.ACCEPTED;

    /** Begins as soon as the run before it has let go; null if there is none. */
    JobProperties next;

    /** What the configuration says now, accepted or not; null for a submission, and as long as only a record was found. */
    JobProperties wanted;

    /** Why {@link #wanted} is not in force. */
    Optional<String> configurationError = Optional.empty();

    /** Why there is no record that could be used. */
    Optional<String> damage = Optional.empty();

    /** The values that were there when the damage was found do not start the job; others do. */
    boolean damageSeen;

    /** Why the newest record is not on disk. */
    Optional<String> recordError = Optional.empty();

    /** The damaged record was found, and nothing else: no configuration came. */
    boolean abandoned;

    /** Running while there is no configuration; null otherwise. */
    EngineRuntime.Cancellable removal;

    /** The configuration is gone for good; the entry goes with its run. */
    boolean removed;

    JobEntry(String name, boolean configured) {
        this.name = name;
        this.configured = configured;
    }

    /** Another run stands in the place of the one before, as soon as that is recorded. */
    void replace(RunRecord by) {
        if (record != null) {
            replaced.add(record);
        }
        record = by;
        status = by.status();
    }

    JobView view() {
        JobProperties shown = record != null ? record.accepted() : wanted != null ? wanted : NOTHING;
        List<String> health = new ArrayList<>(status.health());
        damage.ifPresent(health::add);
        recordError.ifPresent(health::add);
        if (removed && commitPending()) {
            health.add("Job '" + name + "' has no configuration any more; it goes when its output is published");
        }
        configurationError.ifPresent(e -> health.add("The configuration of job '" + name + "' is refused: " + e));
        JobInfo info = new JobInfo(
                name,
                shown.program(),
                Optional.ofNullable(record).map(r -> r.id().toString()),
                status.state(),
                status.cause(),
                status.vertices(),
                status.workDone(),
                status.workTotal(),
                0,
                status.incidents(),
                status.checkpoints(),
                status.report(),
                shown.options(),
                shown.arguments(),
                configurationError);
        long started = record == null ? -1 : record.submitted();
        return new JobView(info, configured, started, record == null ? -1 : record.ended(), health);
    }

    /** Whether the decision to publish is taken and not carried out. */
    boolean commitPending() {
        return record != null && record.commit().isPresent();
    }

    /** The record cannot be used. */
    void damaged(String words) {
        damage = Optional.of(words);
        state(JobStatus.FAILED, words);
    }

    /** Whether a plugin that its program uses may be missing: nobody has looked yet, or it waits for one. */
    boolean mayLackPlugins() {
        return master == null || status.state() == JobStatus.INITIALIZING || status.state() == JobStatus.SUSPENDED;
    }

    /** A state that no JobMaster told. */
    void state(JobStatus state, String cause) {
        status = new RunReport(state, Optional.ofNullable(cause), List.of(), 0, -1, List.of(), List.of(), List.of());
    }
}
