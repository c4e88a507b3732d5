package io.github.foggara.testkit.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the parts of the contract share. */
abstract class EventStoreFixture {
    /** Seeds of a scenario where the schedule hardly matters, and where it is the point. */
    static final int FEW = 4;

    static final int MANY = 60;

    private final List<LogLife> lives = new ArrayList<>();
    private long jobs;
    SimulatedRuntime runtime;
    JobEventStore store;
    JobId job;

    /** A part of a scenario. */
    interface Step {
        void run() throws IOException;
    }

    /** A store that has nothing of the jobs 7-N, for one simulation. */
    protected abstract JobEventStore store(SimulatedRuntime simulation);

    /** What it may write to. */
    protected Path directory() {
        return Path.of("data");
    }

    /** Options for its logs. */
    protected Configuration configuration() {
        return Configuration.EMPTY;
    }

    final void explore(int seeds, Step scenario) {
        SimulatedRuntime.explore(seeds, simulation -> {
            runtime = simulation;
            store = store(simulation);
            job = anotherJob();
            lives.clear();
            try {
                scenario.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            lives.forEach(LogLife::check);
        });
    }

    final JobId anotherJob() {
        return new JobId(7, ++jobs);
    }

    final LogLife open(long epoch) throws IOException {
        return open(job, epoch);
    }

    final LogLife open(JobId which, long epoch) throws IOException {
        LogLife life = LogLife.open(runtime, store, which, epoch, directory(), configuration());
        lives.add(life);
        return life;
    }

    /** Events as {@link LogLife#appendAll} appends them. */
    static List<EventRecord> events(int from, int to, boolean durable) {
        List<EventRecord> events = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            events.add(LogLife.event(i, durable));
        }
        return events;
    }

    /** That a later epoch finds these and no others. */
    final void assertHolds(long epoch, List<EventRecord> events) throws IOException {
        LogLife life = open(epoch);
        life.close();
        assertThat(life.replayed()).isEqualTo(events);
    }
}
