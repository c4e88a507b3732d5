package io.github.foggara.testkit.runtime;

import java.util.Set;
import java.util.concurrent.Semaphore;

/** A thread that runs only while it holds the baton. Its fields are guarded by the baton's monitor, except the semaphore. */
final class SimulatedThread extends Thread {
    /**
     * NEW → RUNNABLE ⇄ PARKED, RUNNABLE → ENDED; the one that runs is RUNNABLE and the baton's holder. All but ENDED → KILLED, with
     * its process.
     */
    enum Phase {
        NEW,
        RUNNABLE,
        PARKED,
        ENDED,
        KILLED
    }

    private static final int FRAMES = 6;
    private static final Set<String> OURS =
            Set.of(Baton.class.getName(), SimulatedParker.class.getName(), SimulatedThread.class.getName());

    static final long NO_DEADLINE = Long.MAX_VALUE;

    final Semaphore turn = new Semaphore(0);
    final Baton baton;
    /** Null if it belongs to none. */
    final SimulatedProcess process;

    final int ordinal;
    Phase phase = Phase.NEW;
    long deadline = NO_DEADLINE;
    int callsAfterStop;

    private final Runnable body;

    SimulatedThread(
            Baton baton, SimulatedProcess process, int ordinal, String name, ClassLoader loader, Runnable body) {
        super(null, null, name, 0, false);
        this.baton = baton;
        this.process = process;
        this.ordinal = ordinal;
        this.body = body;
        setDaemon(true);
        setContextClassLoader(loader);
    }

    /** Runnable from here on, by the order of the calls and not by when the system starts the thread. */
    @Override
    public void start() {
        baton.register(this);
        super.start();
        baton.pause('s');
    }

    @Override
    public void run() {
        Throwable thrown = null;
        try {
            baton.firstTurn(this);
            body.run();
        } catch (SimulationStopped stopped) {
            return;
        } catch (Throwable t) {
            thrown = t;
        }
        baton.end(this, thrown);
    }

    @Override
    public void interrupt() {
        super.interrupt();
        baton.wake(this);
    }

    /** Where it stands, without the frames of the JDK and of the simulation. */
    String where() {
        StringBuilder text = new StringBuilder(getName());
        int shown = 0;
        for (StackTraceElement frame : getStackTrace()) {
            String type = frame.getClassName();
            if (shown < FRAMES && !type.startsWith("java.") && !type.startsWith("jdk.") && !OURS.contains(type)) {
                text.append("\n      at ").append(frame);
                shown++;
            }
        }
        return text.toString();
    }
}
