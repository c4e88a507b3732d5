package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Side;
import io.github.foggara.benchmarks.work.StateRun;
import io.github.foggara.benchmarks.work.Totals;
import io.github.foggara.benchmarks.work.Workload;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A MiniCluster of one TaskManager, whose channels do not touch a socket, or of two, which exchange records by TCP. Object reuse is on.
 */
final class FlinkSide implements Side {
    private final MiniCluster cluster;
    private final Configuration configuration;

    FlinkSide(Workload workload) throws Exception {
        configuration = configuration(workload == Workload.MANY ? "1g" : "256m");
        if (workload == Workload.SORT || workload == Workload.SORT_IN_MEMORY) {
            configuration.setString(
                    "taskmanager.memory.managed.size", workload == Workload.SORT ? "256m" : "2g");
        }
        if (workload == Workload.RESTART) {
            configuration.setString("restart-strategy.type", "fixed-delay");
            configuration.setString("restart-strategy.fixed-delay.delay", "0 ms");
            configuration.setString("restart-strategy.fixed-delay.attempts", Integer.toString(Integer.MAX_VALUE));
        }
        int taskManagers = workload.taskManagers();
        cluster = start(configuration, taskManagers, workload.parallelism() / taskManagers);
    }

    static Configuration configuration(String networkMemory) {
        Configuration configuration = new Configuration();
        configuration.setString("taskmanager.memory.network.min", networkMemory);
        configuration.setString("taskmanager.memory.network.max", networkMemory);
        configuration.setString("taskmanager.memory.managed.size", "64m");
        configuration.setString("pipeline.object-reuse", "true");
        for (String key : new String[] {
            "rest.address", "rest.bind-address", "taskmanager.host", "taskmanager.bind-host", "jobmanager.rpc.address"
        }) {
            configuration.setString(key, "127.0.0.1");
        }
        configuration.setString("rest.bind-port", "0");
        return configuration;
    }

    static MiniCluster start(Configuration configuration, int taskManagers, int slots) throws Exception {
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(taskManagers)
                .setNumSlotsPerTaskManager(slots)
                .setCommonBindAddress("127.0.0.1")
                .withRandomPorts()
                .build());
        cluster.start();
        return cluster;
    }

    @Override
    public void runOthers(long records) throws Exception {
        for (FlinkJobs.Other other : FlinkJobs.others()) {
            StreamExecutionEnvironment env = environment(1);
            other.define(env, records);
            execute(env);
        }
    }

    @Override
    public Totals run(Load load) throws Exception {
        StreamExecutionEnvironment env = environment(load.parallelism());
        if (load.workload() == Workload.RESTART) {
            env.setBufferTimeout(0);
        }
        FlinkJobs.define(env, load);
        Tally.reset();
        execute(env);
        return Tally.totals();
    }

    @Override
    public AutoCloseable start(Load load) throws Exception {
        StreamExecutionEnvironment env = environment(load.parallelism());
        // Each record is handed over at once.
        env.setBufferTimeout(0);
        FlinkJobs.define(env, load);
        JobID job = submit(env);
        return () -> cluster.cancelJob(job).get();
    }

    /** Full, aligned checkpoints of state on the heap, to files; as on the other side there is none after a task has finished. */
    @Override
    public StateRun stateful(Load load, StateRun.Checkpoints checkpoints) throws Exception {
        StreamExecutionEnvironment env = environment(load.parallelism());
        Configuration more = new Configuration();
        more.setString("state.backend.type", "hashmap");
        more.setString("execution.checkpointing.storage", "filesystem");
        more.setString(
                "execution.checkpointing.dir", checkpoints.directory().toUri().toString());
        more.setString("execution.checkpointing.unaligned.enabled", "false");
        more.setString("execution.checkpointing.incremental", "false");
        more.setString("execution.checkpointing.checkpoints-after-tasks-finish", "false");
        more.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        if (checkpoints.intervalMillis() > 0) {
            more.setString("execution.checkpointing.interval", checkpoints.intervalMillis() + " ms");
        }
        env.configure(more);
        FlinkJobs.define(env, load);
        JobGraph graph = env.getStreamGraph().getJobGraph();
        if (checkpoints.from() != null) {
            String from = checkpoints.from().toUri().toString();
            graph.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(from));
        }
        Tally.reset();
        return new FlinkStateRun(cluster, cluster.submitJob(graph).get().getJobID());
    }

    private StreamExecutionEnvironment environment(int parallelism) {
        return new StreamExecutionEnvironment(new Configuration(configuration)).setParallelism(parallelism);
    }

    private JobID submit(StreamExecutionEnvironment env) throws Exception {
        return cluster.submitJob(env.getStreamGraph().getJobGraph()).get().getJobID();
    }

    private void execute(StreamExecutionEnvironment env) throws Exception {
        JobResult result = cluster.requestJobResult(submit(env)).get();
        result.toJobExecutionResult(FlinkSide.class.getClassLoader());
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
