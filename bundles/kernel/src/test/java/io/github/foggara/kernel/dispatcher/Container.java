package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;

/** A dispatcher on a data directory, with tasks that do what the test says. */
final class Container implements AutoCloseable {
    final Bench bench;
    final Dispatcher dispatcher;

    Container(Path data) {
        this(data, new Bench(), Map.of());
    }

    /** @param defaults options for all jobs, from the beginning */
    Container(Path data, Map<String, String> defaults) {
        this(data, new Bench(), defaults);
    }

    /** Another process on a copy of what the first one has on its disk. */
    Container(Path data, Container before) {
        this(data, new Bench(before.bench), Map.of());
    }

    private Container(Path data, Bench bench, Map<String, String> defaults) {
        this.bench = bench;
        dispatcher = new Dispatcher(bench.services, data, defaults, new Watchdog(bench.runtime));
    }

    /** The configuration 'c' of program 'p' with one task per vertex. */
    void configure() {
        dispatcher.configure("c", Map.of("program", "p", "parallelism", "1"));
    }

    /** The tasks of source and sink. */
    List<TaskDeployment> deployed() throws InterruptedException {
        return List.of(bench.executor.take(), bench.executor.take());
    }

    /** The sink's task makes one committable 'part'. */
    void finish(List<TaskDeployment> tasks) {
        bench.executor.finish(tasks.get(0), Map.of());
        bench.executor.finish(tasks.get(1), Map.of("sink", List.of("part".getBytes(StandardCharsets.UTF_8))));
    }

    JobInfo await(JobStatus state) throws InterruptedException {
        return await(info -> info.state() == state);
    }

    JobInfo await(Predicate<JobInfo> wanted) throws InterruptedException {
        JobInfo[] found = new JobInfo[1];
        assertThat(dispatcher.await(
                        () -> {
                            found[0] = dispatcher.job("c").filter(wanted).orElse(null);
                            return found[0] != null;
                        },
                        Duration.ofDays(1)))
                .isTrue();
        return found[0];
    }

    /** All orders have reached the dispatcher thread. */
    void settle() throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        dispatcher.afterOrders(reached::countDown);
        reached.await();
    }

    @Override
    public void close() {
        dispatcher.close();
        bench.close();
    }
}
