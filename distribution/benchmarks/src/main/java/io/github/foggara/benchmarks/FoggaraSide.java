package io.github.foggara.benchmarks;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.benchmarks.job.ChainJob;
import io.github.foggara.benchmarks.job.EndlessJob;
import io.github.foggara.benchmarks.job.OtherJobs;
import io.github.foggara.benchmarks.job.PartitionJob;
import io.github.foggara.benchmarks.job.RestartJob;
import io.github.foggara.benchmarks.job.ShuffleJob;
import io.github.foggara.benchmarks.job.SortJob;
import io.github.foggara.benchmarks.job.StateJob;
import io.github.foggara.benchmarks.job.TotalSink;
import io.github.foggara.benchmarks.job.WideJob;
import io.github.foggara.benchmarks.job.WordsJob;
import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Side;
import io.github.foggara.benchmarks.work.StateRun;
import io.github.foggara.benchmarks.work.Totals;
import io.github.foggara.benchmarks.work.Workload;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The workloads on the engine of this checkout. */
public final class FoggaraSide implements Side {
    private final Engine engine;
    private final AutoCloseable cluster;

    /** @param workload that will be run */
    public FoggaraSide(Workload workload) throws IOException {
        Map<String, JobDefinition> jobs = new HashMap<>(OtherJobs.all());
        jobs.put(Workload.CHAIN.name(), new ChainJob());
        jobs.put(Workload.SHUFFLE.name(), new ShuffleJob());
        jobs.put(Workload.NETWORK.name(), new ShuffleJob());
        jobs.put(Workload.MANY.name(), new ShuffleJob());
        jobs.put(Workload.WIDE.name(), new WideJob());
        jobs.put(Workload.WORDS.name(), new WordsJob());
        jobs.put(Workload.LATENCY.name(), new EndlessJob());
        jobs.put(Workload.NETWORK_LATENCY.name(), new EndlessJob());
        jobs.put(Workload.IDLE.name(), new EndlessJob());
        jobs.put(Workload.RESTART.name(), new RestartJob());
        jobs.put(Workload.STATE.name(), new StateJob());
        jobs.put(Workload.SORT.name(), new SortJob());
        jobs.put(Workload.SORT_IN_MEMORY.name(), new SortJob());
        jobs.put(Workload.PARTITION.name(), new PartitionJob());
        int taskManagers = workload.taskManagers();
        if (taskManagers == 1) {
            engine = Engine.embedded(jobs);
            cluster = engine;
        } else {
            MiniCluster several = new MiniCluster(jobs, taskManagers, workload.parallelism() / taskManagers);
            engine = several.engine();
            cluster = several;
        }
    }

    @Override
    public void runOthers(long records) throws InterruptedException {
        for (String other : OtherJobs.all().keySet()) {
            engine.run(other, Map.of(), Map.of("records", Long.toString(records)));
        }
    }

    @Override
    public Totals run(Load load) throws InterruptedException {
        JobInfo info = engine.run(load.workload().name(), options(load), arguments(load));
        List<String> report = info.report();
        if (report.size() != 1) {
            throw new IllegalStateException("The job reported " + report);
        }
        return TotalSink.totals(report.get(0));
    }

    @Override
    public AutoCloseable start(Load load) {
        return engine.start(load.workload().name(), options(load), arguments(load));
    }

    @Override
    public StateRun stateful(Load load, StateRun.Checkpoints checkpoints) {
        Map<String, String> options = options(load);
        options.put("execution.checkpointing.dir", checkpoints.directory().toString());
        options.put("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        if (checkpoints.intervalMillis() > 0) {
            options.put("execution.checkpointing.interval", checkpoints.intervalMillis() + " ms");
        }
        if (checkpoints.from() != null) {
            options.put("execution.state-recovery.path", checkpoints.from().toString());
        }
        return new StateJobRun(engine, engine.submit(load.workload().name(), options, arguments(load)));
    }

    private static Map<String, String> options(Load load) {
        Map<String, String> options = new HashMap<>();
        options.put("parallelism", Integer.toString(load.parallelism()));
        if (load.workload() == Workload.SORT || load.workload() == Workload.SORT_IN_MEMORY) {
            boolean spills = load.workload() == Workload.SORT;
            options.put("execution.sort-partition.memory", spills ? "128 mb" : "1 gb");
        }
        if (load.workload() == Workload.RESTART) {
            options.put("failover.strategy", "region");
            options.put("restart-strategy.type", "fixed-delay");
            options.put("restart-strategy.fixed-delay.delay", "0 ms");
            options.put("restart-strategy.fixed-delay.attempts", Integer.toString(Integer.MAX_VALUE));
        }
        return options;
    }

    private static Map<String, String> arguments(Load load) {
        return switch (load.workload()) {
            case CHAIN, SORT, SORT_IN_MEMORY, PARTITION -> Map.of("records", Long.toString(load.records()));
            case WORDS -> Map.of("input", load.text().toString());
            case LATENCY, NETWORK_LATENCY ->
                Map.of(
                        "rate",
                        Double.toString((double) load.rate() / load.parallelism()),
                        "keys",
                        Long.toString(load.keys()));
            case RESTART ->
                Map.of(
                        "rate",
                        Long.toString(load.rate()),
                        "records",
                        Long.toString(load.records() / load.parallelism()),
                        "keys",
                        Long.toString(load.keys()));
            case IDLE -> Map.of("rate", "0", "keys", "1");
            default -> Map.of("records", Long.toString(load.records()), "keys", Long.toString(load.keys()));
        };
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
