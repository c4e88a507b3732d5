package io.github.foggara.benchmarks.work;

/** One engine, running in this process. */
public interface Side extends AutoCloseable {
    /** Runs five small jobs that use other types and operators than those that are measured. */
    void runOthers(long records) throws Exception;

    /** Runs the job from its submission to its end; the measured time is that of this call. */
    Totals run(Load load) throws Exception;

    /** Submits a job of {@link Workload#STATE}. */
    default StateRun stateful(Load load, StateRun.Checkpoints checkpoints) throws Exception {
        throw new UnsupportedOperationException(load.workload().label() + " is not done on this side");
    }

    /** Submits a job that goes on until it is closed: {@link Workload#LATENCY} or {@link Workload#IDLE}. */
    AutoCloseable start(Load load) throws Exception;
}
