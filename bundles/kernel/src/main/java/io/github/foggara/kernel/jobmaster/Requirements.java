package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.PluginNames;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.service.ServiceNeed;
import io.github.foggara.kernel.service.ServiceWatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a run cannot do without, and words for what is missing. Main thread only. */
final class Requirements {
    private final JobSpec spec;
    private final PluginRegistry plugins;
    private final Programs programs;
    private final ServiceWatch services;
    private final Map<ServiceNeed, String> needs = new LinkedHashMap<>();
    private ProgramId needsOf;
    private JobPlan plan;
    private ProgramId planOf;

    Requirements(JobSpec spec, PluginRegistry plugins, Programs programs, ServiceWatch services) {
        this.spec = spec;
        this.plugins = plugins;
        this.programs = programs;
        this.services = services;
    }

    /** The code the run was started with, else the newest program of that name. */
    Optional<Program> program() {
        return spec.code().flatMap(programs::find).or(() -> programs.find(spec.program()));
    }

    String programMissing() {
        List<String> known = programs.names();
        return "Waits for the program '" + spec.program() + "': no bundle that is active publishes it. "
                + (known.isEmpty() ? "No program is there" : "Known programs: " + String.join(", ", known));
    }

    /** Plugins a plan needs and that are not there; if only a commit is left, the code that made what is to be published. */
    Optional<String> missing(JobPlan plan) {
        if (spec.commit().isPresent()) {
            return plan.fingerprint().equals(spec.commit().get().fingerprint())
                    ? Optional.empty()
                    : Optional.of(otherProgram());
        }
        String shuffle = plan.configuration().get(JobOptions.SHUFFLE_SERVICE);
        if (!plugins.names(ShuffleService.class).contains(shuffle)) {
            return Optional.of(noShuffle(shuffle));
        }
        Optional<String> checkpoints = CheckpointsWanted.by(plan) ? checkpointsMissing(plan) : Optional.empty();
        if (checkpoints.isPresent()) {
            return checkpoints;
        }
        List<String> providers = plugins.names(OperatorProvider.class);
        return plan.operatorPlugins().stream()
                .filter(name -> !providers.contains(name))
                .sorted()
                .findFirst()
                .map(name ->
                        "Waits for the plugin '" + name + "': the job uses one of its operators, and no active bundle"
                                + " publishes an OperatorProvider with " + PluginNames.PLUGIN + "=" + name);
    }

    /** Whether a commit is left and this is not the code that made what is to be published. */
    boolean onlyLooksAtCommit(Life life) {
        return spec.commit().isPresent()
                && !spec.code().equals(Optional.of(life.program().id()));
    }

    String otherProgram() {
        return "Waits for the program " + spec.code().map(ProgramId::toString).orElse("'" + spec.program() + "'")
                + ": the run has finished and its output is being published, but the program that is there now defines"
                + " another graph. Deploy the former bundle again, or cancel the job";
    }

    String noShuffle(String name) {
        List<String> there = plugins.names(ShuffleService.class);
        return "Waits for the shuffle service '" + name + "' (" + JobOptions.SHUFFLE_SERVICE.key()
                + "): no active bundle publishes it. "
                + (there.isEmpty() ? "No shuffle service is there" : "There are: " + String.join(", ", there));
    }

    private Optional<String> checkpointsMissing(JobPlan plan) {
        if (!plugins.names(CheckpointService.class)
                .contains(plan.configuration().get(JobOptions.CHECKPOINT_SERVICE))) {
            return Optional.of(noCheckpointService(plan));
        }
        String backend = plan.configuration().get(JobOptions.STATE_BACKEND);
        return plugins.names(StateBackend.class).contains(backend)
                ? Optional.empty()
                : Optional.of(waits("state backend", backend, JobOptions.STATE_BACKEND, StateBackend.class));
    }

    String noCheckpointService(JobPlan plan) {
        return waits(
                "checkpoint service",
                plan.configuration().get(JobOptions.CHECKPOINT_SERVICE),
                JobOptions.CHECKPOINT_SERVICE,
                CheckpointService.class);
    }

    private String waits(String what, String name, Option<String> option, Class<?> type) {
        List<String> there = plugins.names(type);
        return "Waits for the " + what + " '" + name + "' (" + option.key() + "): no active bundle publishes it. "
                + (there.isEmpty() ? "No " + what + " is there" : "There are: " + String.join(", ", there));
    }

    /** The event store that a run is to be recorded in; a run that only has to publish needs none. */
    Optional<String> eventStoreMissing(Configuration configuration) {
        String name = configuration.get(JobOptions.EVENT_STORE);
        return spec.commit().isPresent() || plugins.names(JobEventStore.class).contains(name)
                ? Optional.empty()
                : Optional.of(noEventStore(name));
    }

    private String noEventStore(String name) {
        List<String> there = plugins.names(JobEventStore.class);
        return "Waits for the event store '" + name + "' (" + JobOptions.EVENT_STORE.key()
                + "): no active bundle publishes it. "
                + (there.isEmpty() ? "No event store is there" : "There are: " + String.join(", ", there));
    }

    /** What this code needs of plugins is known now. */
    void planned(Program program, JobPlan made) {
        planOf = program.id();
        plan = made;
    }

    /** This code needs a service that was lost or missed; {@code words}: the cause for as long as none is there. */
    void waitFor(Program program, ServiceNeed need, String words) {
        if (!program.id().equals(needsOf)) {
            needs.clear();
            needsOf = program.id();
        }
        needs.put(need, words);
    }

    /** What keeps a life of this code from beginning, as far as earlier lives have shown: a service or a plugin. */
    Optional<String> missing(Program program) {
        Optional<String> service = program.id().equals(needsOf) ? serviceMissing(program) : Optional.empty();
        return service.isPresent() || !program.id().equals(planOf) ? service : missing(plan);
    }

    private Optional<String> serviceMissing(Program program) {
        return needs.entrySet().stream()
                .filter(need -> !services.available(program.loader(), need.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    static String left(TaskReport.ServiceLeaves report) {
        return "The " + report.need().words() + " of " + report.bundle()
                + " has left while the job used it; waits for a service that matches";
    }

    static String left(TaskReport.PluginLeaves report) {
        return "The " + report.plugin() + " of " + report.bundle()
                + " has left a TaskManager while the job used it; the tasks wait there for one of that name";
    }

    static String notThere(TaskReport.Failed report) {
        return "Waits for the " + report.lacks().words() + ": operator '" + report.operator()
                + "' asks for it in open, and no active bundle publishes one that the job's bundle can see";
    }

    /** What a life uses and is about to vanish, or has. */
    Optional<String> lost(Life life) {
        Program used = life.program();
        boolean there = programs.find(used.id())
                .filter(p -> p.definition() == used.definition())
                .isPresent();
        if (!there) {
            return Optional.of(
                    "The program " + used.id() + " has left; waits for the program '" + spec.program() + "'");
        }
        if (life.shuffle() != null && plugins.leaving(life.shuffle())) {
            String name = life.plan().configuration().get(JobOptions.SHUFFLE_SERVICE);
            return Optional.of("The shuffle service '" + name + "' of "
                    + life.shuffle().bundle() + " has left; waits for a shuffle service of that name");
        }
        if (life.checkpoints().leased() != null
                && plugins.leaving(life.checkpoints().leased())) {
            return Optional.of("The checkpoint service of "
                    + life.checkpoints().leased().bundle() + " has left; waits for a checkpoint service of that name");
        }
        if (life.store() != null && plugins.leaving(life.store())) {
            return Optional.of(
                    "The event store of " + life.store().bundle() + " has left; waits for an event store of that name");
        }
        return life.plan() == null ? Optional.empty() : missing(life.plan());
    }
}
