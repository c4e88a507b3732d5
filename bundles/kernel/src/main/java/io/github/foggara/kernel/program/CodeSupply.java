package io.github.foggara.kernel.program;

import io.github.foggara.api.execution.JobId;
import java.util.Optional;

/** Brings code that is not here from the JobMaster. Any thread; only {@link #difference} may block. */
public interface CodeSupply {
    /** The job has attempts of that code here, until {@link #release}. */
    void hold(JobId job, ProgramCode code);

    /** Nothing of the job is here any more: bundles that were brought for it and nobody else needs go. */
    void release(JobId job);

    /**
     * Somebody waits for the program. If the job holds the code and it can be had, it is brought; whoever asks for the same meanwhile waits
     * for the same.
     *
     * @param changed called on any thread when the answers of the request may have changed; only enqueues
     */
    Request request(JobId job, ProgramId program, ProgramCode code, Runnable changed);

    /** Whether a bundle of it is just being removed, because no job needed it: its program is not to be begun with. */
    boolean leaving(ProgramCode code);

    /**
     * Reads bundles.
     *
     * @return in which way the program is wired otherwise than in the JobMaster, for users; empty if it is not
     */
    Optional<String> difference(Program program, ProgramCode code);

    /** One who waits. */
    interface Request extends AutoCloseable {
        /** Whether it is being brought. If not, and {@link #refusal} is empty, it is not to come from here. */
        boolean underWay();

        /** Why it is not here, and what to do; for users. */
        Optional<String> refusal();

        /** Does not wait any more. */
        @Override
        void close();
    }

    /** Brings nothing, and takes programs as they are. */
    CodeSupply NONE = new CodeSupply() {
        @Override
        public void hold(JobId job, ProgramCode code) {}

        @Override
        public void release(JobId job) {}

        @Override
        public Request request(JobId job, ProgramId program, ProgramCode code, Runnable changed) {
            return NOTHING;
        }

        @Override
        public boolean leaving(ProgramCode code) {
            return false;
        }

        @Override
        public Optional<String> difference(Program program, ProgramCode code) {
            return Optional.empty();
        }
    };

    /** For code that nobody brings. */
    Request NOTHING = new Request() {
        @Override
        public boolean underWay() {
            return false;
        }

        @Override
        public Optional<String> refusal() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    };
}
