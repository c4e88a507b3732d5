package io.github.foggara.benchmarks.work;

import io.github.foggara.benchmarks.work.StateRun.Checkpoints;
import io.github.foggara.benchmarks.work.StateRun.Taken;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long a job takes from its submission until its last subtask has a record, if it begins from a checkpoint; and what that occupies.
 * The checkpoint is of a job whose sources were held after some of their records, so that it is known what is left for the other.
 */
final class RestoreTimes {
    private static final long LIMIT_SECONDS = 120;
    private static final long LOOK_MILLIS = 50;

    private final Side side;
    private final Arguments arguments;
    private final Worker worker;
    private final Path directory;

    RestoreTimes(Side side, Arguments arguments, Worker worker, Path directory) {
        this.side = side;
        this.arguments = arguments;
        this.worker = worker;
        this.directory = directory;
    }

    /** The load is the same on all sides, so their totals can be compared. */
    void measure() throws Exception {
        int parallelism = (int) arguments.number("p", Workload.STATE.parallelism());
        long share = arguments.number("restored", 8_000_000) / parallelism;
        long before = share / 4 * 3;
        Load load = new Load(
                Workload.STATE, parallelism, share * parallelism, arguments.number("keys", 1_000_000), 0, null);
        Expected.Rest expected = Expected.rest(load, share, before);
        Meter meter = new Meter();
        Path checkpoint = checkpoint(load, share, before);
        double bytes = (double) Trees.bytes(checkpoint) / expected.keys();
        double[] millis = new double[(int) arguments.number("restores", 3)];
        for (int i = 0; i < millis.length; i++) {
            Watch.begin();
            long begin = System.nanoTime();
            StateRun run = side.stateful(load, new Checkpoints(directory, 0, checkpoint));
            Worker.verify(run.await(), expected.totals());
            millis[i] = Watch.allFirstMillis(begin, parallelism);
        }
        Arrays.sort(millis);
        Meter.Reading reading = meter.read();
        String more = "records=restored" + load.records() + " totals=" + expected.totals();
        worker.figure("restore", CheckpointTimes.at(millis, 0.5), reading, more);
        worker.figure("bytes", bytes, reading, more);
    }

    /** One that was triggered after the sources were held, so all they had emitted is in it. */
    private Path checkpoint(Load load, long share, long before) throws Exception {
        Dam.close(load.parallelism(), share, before);
        StateRun run = side.stateful(load, new Checkpoints(directory, arguments.number("interval", 1000), null));
        Dam.awaitHeld(LIMIT_SECONDS);
        long held = System.currentTimeMillis();
        long limit = held + TimeUnit.SECONDS.toMillis(LIMIT_SECONDS);
        while (newest(run) <= held) {
            if (System.currentTimeMillis() > limit) {
                throw new IllegalStateException("No checkpoint was taken after the sources were held");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        run.cancel();
        Dam.open();
        List<Taken> taken = run.taken();
        return taken.get(taken.size() - 1).directory();
    }

    private static long newest(StateRun run) throws Exception {
        List<Taken> taken = run.taken();
        return taken.isEmpty() ? 0 : taken.get(taken.size() - 1).triggeredMillis();
    }
}
