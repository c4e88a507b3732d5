package io.github.foggara.kernel.remote.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.service.ServiceNeed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One message of each type, and one report of each kind, with something in every field. */
final class SampleMessages {
    static final JobId JOB = new JobId(0x0102030405060708L, 0x1112131415161718L);
    static final ExecutionAttemptId ATTEMPT = new ExecutionAttemptId(JOB, 1, 2, 3);
    private static final ResultPartitionId PARTITION = new ResultPartitionId(ATTEMPT, 4);
    private static final Configuration CONFIGURATION = new Configuration(Map.of("k", "v", "a", "ä"));

    private static final JobToken TOKEN = new JobToken("the token of a job has 32 bytes.".getBytes(US_ASCII));

    private SampleMessages() {}

    static OperatorSnapshot operator() {
        return new OperatorSnapshot(
                new byte[] {9},
                Optional.of(new OperatorSnapshot.Keyed(
                        "heap",
                        List.of(
                                new OperatorSnapshot.Group(0, new StateHandle.Inline(new byte[] {1, 2})),
                                new OperatorSnapshot.Group(7, new StateHandle.InFile("s/1", 10, 300, -5))))),
                List.of(new OperatorSnapshot.Named(
                        "list", OperatorStateBackend.Kind.values()[0], new StateHandle.Inline(new byte[] {3}))),
                List.of(new byte[] {4}, new byte[0]),
                List.of(new byte[] {5, 6}));
    }

    static TaskDeployment deployment() {
        return new TaskDeployment(
                ATTEMPT,
                5,
                "job",
                "vertex",
                new ProgramId("p", "bundle/1.0", "abcd"),
                new ProgramCode(
                        List.of(
                                new CodeBundle("a", "1.0", "01".repeat(32), "02".repeat(32), 300),
                                new CodeBundle("b", "2.0", "03".repeat(32), "", 0)),
                        List.of(new CodeWire("a 1.0", "the package x", "b 2.0", "03".repeat(32))),
                        "why"),
                new JobParameters(Map.of("input", "/x"), 77, -1),
                TOKEN,
                "print",
                List.of("u1", "u2"),
                3,
                128,
                RuntimeMode.BATCH,
                List.of(new ChannelDescriptor(1, new ShuffleDescriptor(PARTITION, "netty", new byte[] {1, 2}), 2)),
                List.of(new OutputDescriptor(6, new PartitionDescriptor(PARTITION, 2), 2)),
                "netty",
                CONFIGURATION,
                Map.of("u2", 1L << 40),
                Optional.of(new TaskRestore(
                        "default", "heap", 8, 9, "/dir", CONFIGURATION, Map.of("u1", List.of(operator())))));
    }

    static List<TaskReport> reports() {
        SubtaskSnapshot snapshot = new SubtaskSnapshot(
                Map.of("u1", operator()),
                true,
                new long[] {1, 1L << 50},
                new long[] {3},
                new SubtaskSnapshot.Figures(1, 2, 3, 4));
        return List.of(
                new TaskReport.Running(),
                new TaskReport.Progress(1, 1000, 1L << 60),
                new TaskReport.Finished(Map.of("sink", List.of(new byte[] {1})), new TaskReport.Progress(1, 2, 3)),
                new TaskReport.Failed(
                        FailureClass.PARTITION_LOST, "map", "why", PARTITION, new ServiceNeed("a.B", "(x=1)")),
                new TaskReport.Failed(FailureClass.ENVIRONMENT, "map", "why", null, new ServiceNeed("a.B", null)),
                new TaskReport.ServiceLeaves(new ServiceNeed("a.B", null), "b/1"),
                new TaskReport.Acknowledged(12, snapshot),
                new TaskReport.Declined(13, CheckpointDecline.NOT_READY, "not yet"),
                new TaskReport.Canceled(),
                new TaskReport.Quarantined("thread", "stack"),
                new TaskReport.PluginLeaves("a plugin", "b/1"),
                new TaskReport.Returned());
    }

    static List<RunningAttempts> running() {
        return List.of(new RunningAttempts(JOB, 5, List.of(ATTEMPT)));
    }

    /** By a name of the sample. */
    static Map<String, Order> orders() {
        Map<String, Order> all = new LinkedHashMap<>();
        all.put("place", new Order.Place(new Placement(JOB, 5, List.of(ATTEMPT), "netty", CONFIGURATION)));
        all.put("deploy", new Order.Deploy(deployment()));
        all.put("cancel", new Order.Cancel(ATTEMPT, 5));
        all.put("add-splits", new Order.AddSplits(ATTEMPT, 5, List.of(new byte[] {1, 2}, new byte[0]), true));
        all.put("trigger", new Order.Trigger(ATTEMPT, 5, new CheckpointBarrier(6, 7, true)));
        all.put("completed", new Order.Completed(ATTEMPT, 5, 6));
        all.put("aborted", new Order.Aborted(ATTEMPT, 5, 6));
        all.put("take-over", new Order.TakeOver(JOB, 5));
        all.put("release-partitions", new Order.ReleasePartitions(JOB, 5, List.of(PARTITION)));
        all.put("abandon", new Order.Abandon(JOB));
        all.put("release", new Order.Release(JOB, 5));
        return all;
    }

    /** By a name of the sample. */
    static Map<String, Answer> answers() {
        Map<String, Answer> all = new LinkedHashMap<>();
        List<TaskReport> reports = new ArrayList<>(reports());
        for (int i = 0; i < reports.size(); i++) {
            String kind = reports.get(i).getClass().getSimpleName();
            all.put("report-" + i + "-" + kind, new Answer.Report(ATTEMPT, 5, reports.get(i)));
        }
        all.put("request-split", new Answer.RequestSplit(ATTEMPT, 5));
        all.put("attempts", new Answer.Attempts(JOB, 5, List.of(ATTEMPT)));
        all.put("released", new Answer.Released(JOB, 5));
        all.put("placed", new Answer.Placed(JOB, 5, List.of(ATTEMPT), new byte[] {8}, ""));
        all.put("placed-not", new Answer.Placed(JOB, 5, List.of(ATTEMPT), new byte[0], "why"));
        return all;
    }
}
