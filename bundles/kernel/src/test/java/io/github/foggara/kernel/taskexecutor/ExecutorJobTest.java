package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExecutorJobTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final QueueShuffle shuffle = new QueueShuffle(4, 8);
    private final ShuffleEnvironments.Shared shared = new ShuffleEnvironments(
                    new FakePlugins().add(ShuffleService.class, "queue", shuffle),
                    runtime,
                    Optional::empty,
                    JobTokens.IDS)
            .acquire("queue", Configuration.EMPTY);
    private final ExecutorJob job = new ExecutorJob(shared);
    private final JobGraph graph = Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(3, 1)))
            .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
            .build();
    private final Plan plan = Plan.of(graph);

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    /** Registers the current attempt of the producer and makes its partition. */
    private ResultPartitionId start() {
        TaskDeployment deployment =
                plan.deployment(0, 0, 1, new ProgramId("p", "p 1", "0"), RuntimeMode.STREAMING, Configuration.EMPTY);
        job.started(deployment);
        PartitionDescriptor partition = deployment.outputs().get(0).partition();
        shared.environment().createPartition(partition, null, null);
        return partition.id();
    }

    @Test
    void holdsOnlyWhatIsLiveAfterManyRestarts() {
        ResultPartitionId now = start();
        for (int i = 0; i < 10_000; i++) {
            job.ended(now.producer());
            job.release(now);
            plan.restart(0, 0);
            now = start();
        }
        assertThat(job.size()).isEqualTo(1);
        assertThat(job.running()).containsExactly(new ExecutionAttemptId(plan.job(), 0, 0, 10_000));
        assertThat(shuffle.known()).isEqualTo(1);
    }

    @Test
    void aPartitionOfARunningAttemptGoesWhenThatEnds() {
        ResultPartitionId partition = start();
        job.release(partition);
        job.release(partition);
        assertThat(shuffle.known()).isEqualTo(1);
        job.ended(partition.producer());
        assertThat(shuffle.known()).isZero();
        assertThat(job.size()).isZero();
    }

    @Test
    void aPartitionThatMayStillBeReadStays() {
        ResultPartitionId partition = start();
        job.ended(partition.producer());
        assertThat(shuffle.known()).isEqualTo(1);
        assertThat(job.size()).isEqualTo(1);
        job.releasePartitions();
        assertThat(shuffle.known()).isZero();
        assertThat(job.size()).isZero();
    }

    @Test
    void whatWasNeverMadeHereLeavesNoTrace() {
        ResultPartitionId partition = start();
        job.release(new ResultPartitionId(new ExecutionAttemptId(plan.job(), 0, 0, 7), 0));
        job.release(new ResultPartitionId(partition.producer(), 5));
        assertThat(job.size()).isEqualTo(1);
        job.notStarted(partition.producer());
        assertThat(job.size()).isZero();
    }

    @Test
    void aShuffleThatThrowsKeepsNothingInTheBooks() {
        ResultPartitionId partition = start();
        shuffle.broken.add("release");
        job.ended(partition.producer());
        job.release(partition);
        assertThat(job.size()).isZero();
    }

    @Test
    void epochsOfJobsThatAreNotHereAreForgottenInTime() {
        EpochFence fence = new EpochFence();
        JobId living = JobId.random();
        JobId ended = JobId.random();
        List.of(living, ended).forEach(id -> {
            assertThat(fence.admits(id, 5, "deploy", id)).isTrue();
            fence.began(id);
        });
        fence.over(ended);
        assertThat(fence.admits(ended, 4, "deploy", ended)).isFalse();
        for (int i = 0; i < 2_000; i++) {
            JobId other = JobId.random();
            fence.admits(other, 1, "release", other);
        }
        assertThat(fence.admits(ended, 4, "deploy", ended)).isTrue();
        assertThat(fence.admits(living, 4, "deploy", living)).isFalse();
        assertThat(fence.admits(living, 5, "deploy", living)).isTrue();
        assertThat(fence.refused()).isEqualTo(2);
    }
}
