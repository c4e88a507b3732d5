package io.github.foggara.benchmarks.micro;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.shuffle.local.LocalShuffleService;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A record through a channel of the local shuffle, written and read by one thread, so without waiting and waking. */
@State(Scope.Thread)
public class HandOverBenchmark {
    private static final int RECORDS = 1_000;

    private final Pair record = new Pair(1, 2);
    private final GateCursor cursor = new GateCursor();
    private JvmRuntime runtime;
    private ShuffleEnvironment environment;
    private ShuffleMaster master;
    private ResultPartition partition;
    private InputGate gate;

    @Setup
    public void make() {
        runtime = new JvmRuntime();
        LocalShuffleService service = new LocalShuffleService();
        ShuffleContext context = new ShuffleContext(Configuration.EMPTY, runtime);
        environment = service.createEnvironment(context);
        master = service.createMaster(context);
        JobId job = new JobId(1, 2);
        PartitionDescriptor descriptor =
                new PartitionDescriptor(new ResultPartitionId(new ExecutionAttemptId(job, 0, 0, 0), 0), 1);
        partition = environment.createPartition(descriptor, () -> null, new Doorbell(runtime.newParker()));
        gate = environment.createGate(
                new ExecutionAttemptId(job, 1, 0, 0),
                List.of(new ChannelDescriptor(0, master.registerPartition(descriptor, environment.location()), 0)),
                () -> null,
                new Doorbell(runtime.newParker()));
    }

    @TearDown
    public void close() {
        gate.close();
        partition.close();
        environment.close();
        master.close();
        runtime.close();
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long appendAndTake() {
        for (int i = 0; i < RECORDS; i++) {
            if (!partition.hasRoom()) {
                throw new IllegalStateException("The queue does not hold " + RECORDS + " small records");
            }
            partition.append(0, record, 32);
        }
        partition.flush();
        long sum = 0;
        int taken = 0;
        while (taken < RECORDS && gate.poll(cursor)) {
            while (cursor.hasRecord()) {
                sum += ((Pair) cursor.take()).value();
                taken++;
            }
        }
        if (taken != RECORDS) {
            throw new IllegalStateException("Only " + taken + " records of " + RECORDS + " arrived");
        }
        return sum;
    }
}
