package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.StateRun;
import io.github.foggara.benchmarks.work.Totals;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;

/** A submitted job whose checkpoints are told of by Flink's own statistics: until the last task has acknowledged. */
record FlinkStateRun(MiniCluster cluster, JobID job) implements StateRun {
    @Override
    public Totals await() throws Exception {
        JobResult result = cluster.requestJobResult(job).get();
        result.toJobExecutionResult(FlinkStateRun.class.getClassLoader());
        return Tally.totals();
    }

    @Override
    public List<Taken> taken() throws Exception {
        List<Taken> taken = new ArrayList<>();
        CheckpointStatsSnapshot stats = cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot();
        if (stats != null) {
            for (AbstractCheckpointStats one : stats.getHistory().getCheckpoints()) {
                if (one instanceof CompletedCheckpointStats completed) {
                    taken.add(new Taken(
                            completed.getCheckpointId(),
                            completed.getTriggerTimestamp(),
                            completed.getEndToEndDuration(),
                            Path.of(URI.create(completed.getExternalPath()))));
                }
            }
        }
        taken.sort(Comparator.comparingLong(Taken::id));
        return taken;
    }

    @Override
    public void cancel() throws Exception {
        cluster.cancelJob(job).get();
        cluster.requestJobResult(job).get();
    }
}
