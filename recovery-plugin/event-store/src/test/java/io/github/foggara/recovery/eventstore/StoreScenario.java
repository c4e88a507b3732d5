package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.event.LogLife;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A store on a simulated disk in a simulation: what the tests here begin with. */
final class StoreScenario {
    static final Path DIRECTORY = Path.of("data");
    static final JobId JOB = new JobId(0x1122334455667788L, 0x99AABBCCDDEEFF00L);
    static final Path FOLDER = DIRECTORY.resolve("events").resolve(JOB.toString());

    /** What happens. */
    interface Body {
        void run(StoreScenario scenario) throws IOException;
    }

    final SimulatedRuntime runtime;
    final SimulatedDisk disk;
    final FileJobEventStore store;

    private StoreScenario(SimulatedRuntime runtime) {
        this.runtime = runtime;
        this.disk = new SimulatedDisk(runtime.seed(), runtime);
        this.store = new FileJobEventStore(disk.as(LogDisk.class));
    }

    static void explore(int seeds, Body body) {
        SimulatedRuntime.explore(seeds, runtime -> {
            try {
                body.run(new StoreScenario(runtime));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    LogLife open(long epoch) throws IOException {
        return open(store, epoch);
    }

    /** By another store on the same disk, say. */
    LogLife open(FileJobEventStore by, long epoch) throws IOException {
        return LogLife.open(runtime, by, JOB, epoch, DIRECTORY, Configuration.EMPTY);
    }

    /** Numbers and durable ones as {@link #append} appends them. */
    static EventRecord event(int number) {
        return LogLife.event(number, number % 3 == 0);
    }

    static List<EventRecord> events(int count) {
        List<EventRecord> events = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            events.add(event(i));
        }
        return events;
    }

    /** Appends the events with these numbers. */
    static void append(LogLife life, int from, int to) {
        for (int i = from; i <= to; i++) {
            life.append(event(i), i);
        }
    }

    /** The name of a file of the log. */
    static Path file(long epoch, int sequence) {
        return FOLDER.resolve(new LogFileName(epoch, sequence).toString());
    }
}
