package io.github.foggara.benchmarks;

import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.ha.LeaderElection;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.ha.FileLeaderElection;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import io.github.foggara.kernel.jobmaster.log.Journal;
import io.github.foggara.kernel.jobmaster.log.Outbox;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import io.github.foggara.recovery.eventstore.FileJobEventStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/** The log of one job with the main thread that writes it, as a JobMaster has them. Its methods wait for that thread, except inside it. */
final class LogBench implements AutoCloseable {
    private final JvmRuntime runtime = new JvmRuntime();
    private final LeaderElection election;
    private final EventLogs logs;
    private final OwnerThread main;
    private final Outbox outbox = new Outbox();
    private final JobId job;
    private final Path directory;
    private final JobEventStore store = new FileJobEventStore();
    private final EventLogs.Answer opened;
    private final Journal journal;
    private final CountDownLatch idle = new CountDownLatch(1);
    private Runnable atRoom = () -> {};
    private boolean deleted;
    private volatile Throwable failure;

    LogBench(Path directory, JobId job) throws Exception {
        this.directory = directory;
        this.job = job;
        this.election = FileLeaderElection.acquire(directory);
        this.logs =
                new EventLogs(runtime, new LeasingPluginRegistry(runtime, Duration.ofSeconds(1)), election, directory);
        this.main = new OwnerThread(runtime, "main", null, this::failed);
        main.start();
        CompletableFuture<EventLogs.Answer> answer = new CompletableFuture<>();
        logs.open(job, Configuration.EMPTY, store, new Listener(), answer::complete);
        this.opened = answer.get();
        if (opened.log() == null) {
            throw new IllegalStateException(opened.words().orElse("The log was not opened"));
        }
        this.journal = new Journal(opened.state(), new JobEventCodec(job), opened.log(), opened.growth(), outbox);
    }

    JobState state() {
        return opened.state();
    }

    void onMain(Runnable action) {
        main.execute(action);
    }

    /** Applied and appended, on the main thread. */
    void record(JobEvent event) {
        if (Thread.currentThread() == main.thread()) {
            journal.record(event);
        } else {
            onMain(() -> journal.record(event));
        }
    }

    /** Leaves when what was recorded before is durable. Main thread. */
    void effect(Runnable effect) {
        outbox.send(effect);
    }

    /** Takes turns on the main thread until one gives false; while the log is full it waits for room. */
    void whenRoom(BooleanSupplier turn) {
        onMain(() -> turns(turn));
    }

    private void turns(BooleanSupplier turn) {
        if (journal.full()) {
            atRoom = () -> turns(turn);
        } else if (turn.getAsBoolean()) {
            onMain(() -> turns(turn));
        } else {
            idle.countDown();
        }
    }

    /** Waits for the last turn. */
    void awaitMain() throws InterruptedException {
        idle.await();
        if (failure != null) {
            throw new IllegalStateException("The main thread failed; nothing was measured", failure);
        }
    }

    private void failed(Throwable thrown) {
        failure = thrown;
        idle.countDown();
    }

    /** With the end of the log goes the log. */
    void delete() {
        deleted = true;
    }

    @Override
    public void close() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        logs.close(opened.log(), closed::countDown);
        closed.await();
        if (deleted) {
            store.delete(job, directory);
        }
        main.stop();
        main.join(1000);
        election.close();
        runtime.close();
    }

    private final class Listener implements JobEventLog.Listener {
        @Override
        public void durable(long position) {
            onMain(() -> outbox.durable(position));
        }

        @Override
        public void drained() {
            onMain(() -> {
                Runnable waiting = atRoom;
                atRoom = () -> {};
                waiting.run();
            });
        }

        @Override
        public void degraded(long position, String words) {
            throw new IllegalStateException(words);
        }

        @Override
        public void fenced(String words) {
            throw new IllegalStateException(words);
        }
    }
}
