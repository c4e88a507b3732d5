package io.github.foggara.benchmarks;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.benchmarks.job.ChainJob;
import io.github.foggara.benchmarks.job.OtherJobs;
import io.github.foggara.benchmarks.job.ShuffleJob;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** W1 and W2: records per second of whole jobs, from submission to FINISHED. */
final class Throughput {
    private static final double MILLION = 1e6;

    private final PrintStream out;

    Throughput(PrintStream out) {
        this.out = out;
    }

    /** Chain at parallelism 1, after other jobs ran in the same process. */
    void chain(Arguments arguments) throws Exception {
        long records = arguments.number("n", 200_000_000);
        Map<String, JobDefinition> jobs = new TreeMap<>(OtherJobs.all());
        jobs.put("chain", new ChainJob());
        try (Engine engine = new Engine(jobs)) {
            for (String other : OtherJobs.all().keySet()) {
                engine.run(other, Map.of(), Map.of("records", "2000000"));
            }
            String expected = ChainJob.expected(records);
            repeat("W1 chain", arguments, records, () -> {
                JobInfo info = engine.run("chain", Map.of(), Map.of("records", Long.toString(records)));
                check(info, expected);
            });
        }
    }

    /** All-to-all shuffle with a sum per key. */
    void shuffle(Arguments arguments) throws Exception {
        long records = arguments.number("n", 20_000_000);
        long keys = arguments.number("keys", 1_000_000);
        String parallelism = arguments.text("p", "2");
        try (Engine engine = new Engine(Map.of("shuffle", new ShuffleJob()))) {
            String expected = ShuffleJob.expected(records, keys);
            repeat("W2 shuffle p=" + parallelism, arguments, records, () -> {
                JobInfo info = engine.run(
                        "shuffle",
                        Map.of("parallelism", parallelism),
                        Map.of("records", Long.toString(records), "keys", Long.toString(keys)));
                check(info, expected);
            });
        }
    }

    private void repeat(String name, Arguments arguments, long records, Run run) throws Exception {
        int repetitions = (int) arguments.number("reps", 5);
        run.once();
        double[] rates = new double[repetitions];
        for (int i = 0; i < repetitions; i++) {
            long begin = System.nanoTime();
            run.once();
            rates[i] = records / MILLION / ((System.nanoTime() - begin) / 1e9);
        }
        out.println(Figures.of(rates).row(name, "million records/s"));
    }

    private static void check(JobInfo info, String expected) {
        if (!info.report().equals(List.of(expected))) {
            throw new IllegalStateException("The job reported " + info.report() + ", not " + expected);
        }
    }

    /** One run of the job that is measured. */
    private interface Run {
        void once() throws Exception;
    }
}
