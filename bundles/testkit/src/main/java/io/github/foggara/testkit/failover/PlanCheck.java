package io.github.foggara.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverPlan.AttachMode;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.FailoverTopology.Channel;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.TaskId;
import java.util.Set;

/** Whether a plan is safe for a scenario. */
final class PlanCheck {
    private final FailoverScenario scenario;
    private final Set<String> needs;

    /**
     * @param needs what the strategy has declared
     */
    PlanCheck(FailoverScenario scenario, Set<String> needs) {
        this.scenario = scenario;
        this.needs = needs;
    }

    void check(FailoverPlan plan) {
        assertThat(plan.restorePoint()).as(scenario.name()).isNotNull();
        assertThat(plan.attachMode()).as(scenario.name()).isNotNull();
        assertThat(scenario.topology().tasks())
                .as("tasks of the topology in %s", scenario.name())
                .containsAll(plan.restart());
        scenario.failures().forEach(failure -> checkCause(failure, plan));
        if (plan.attachMode() == AttachMode.REATTACH) {
            assertThat(needs).as("capabilities it has declared").contains("reattach");
        } else {
            plan.restart().forEach(task -> checkNeighbours(task, plan.restart()));
        }
        plan.fallback().ifPresent(this::check);
    }

    private void checkCause(Failure failure, FailoverPlan plan) {
        failure.task()
                .ifPresentOrElse(
                        task -> assertThat(plan.restart())
                                .as("failed task of %s", scenario.name())
                                .contains(task),
                        () -> assertThat(plan.restart())
                                .as("all tasks of %s", scenario.name())
                                .containsAll(scenario.topology().tasks()));
        failure.partition()
                .ifPresent(partition -> assertThat(plan.restart())
                        .as("producer of what could not be read in %s", scenario.name())
                        .contains(new TaskId(
                                partition.producer().vertex(),
                                partition.producer().subtask())));
    }

    private void checkNeighbours(TaskId task, Set<TaskId> restart) {
        FailoverTopology topology = scenario.topology();
        for (Channel input : topology.inputs(task)) {
            if (!input.blocking()) {
                requireAlso(input.producer(), "writes into a pipelined channel of", task, restart);
            } else if (!input.available() && topology.finished(input.producer())) {
                requireAlso(input.producer(), "has to make anew what is lost and read by", task, restart);
            }
        }
        for (Channel output : topology.outputs(task)) {
            String why = output.blocking() ? "may have read the former result of" : "reads a pipelined channel of";
            requireAlso(output.consumer(), why, task, restart);
        }
    }

    private void requireAlso(TaskId partner, String why, TaskId task, Set<TaskId> restart) {
        if (!restart.contains(partner)) {
            throw new AssertionError("In " + scenario.name() + " the task " + partner + " " + why + " " + task
                    + ", which restarts, and does not restart itself: " + restart);
        }
    }
}
