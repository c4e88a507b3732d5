package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The program of a test, which may come late. Any thread. */
final class OneProgram implements Programs {
    static final ProgramId ID = new ProgramId("test", "test 1", "00");

    private final Program program;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Semaphore vainLooks = new Semaphore(0);
    private volatile boolean installed = true;

    OneProgram(Supplier<JobGraph> graphs) {
        program = new Program(ID, p -> graphs.get(), OneProgram.class.getClassLoader());
    }

    void installed(boolean now) {
        installed = now;
        changed();
    }

    /** Whoever waits for it looks again. */
    void changed() {
        listeners.forEach(Runnable::run);
    }

    /** Waits until it is listened to, by somebody who waits for it. */
    void awaitListener() throws InterruptedException {
        awaitVainLook();
        while (listeners.isEmpty()) {
            awaitVainLook();
        }
    }

    /** Waits until a task has looked for it and found nothing, after this was called. */
    void awaitVainLook() throws InterruptedException {
        vainLooks.drainPermits();
        changed();
        if (!vainLooks.tryAcquire(20, TimeUnit.SECONDS)) {
            throw new AssertionError("Nobody looks for the program");
        }
    }

    @Override
    public Optional<Program> find(String name) {
        return find(ID);
    }

    @Override
    public Optional<Program> find(ProgramId id) {
        if (!installed) {
            vainLooks.release();
        }
        return installed && id.equals(ID) ? Optional.of(program) : Optional.empty();
    }

    @Override
    public List<String> names() {
        return List.of("test");
    }

    @Override
    public AutoCloseable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
