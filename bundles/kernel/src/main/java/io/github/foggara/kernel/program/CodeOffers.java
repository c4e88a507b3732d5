package io.github.foggara.kernel.program;

import java.util.function.Consumer;

/** Makes the code of programs available to other containers. Any thread; nothing here blocks. */
public interface CodeOffers {
    /**
     * Others can get this code from now on, until the offer is closed.
     *
     * @param job name of the job, for messages
     * @param answer called once, on any thread; only enqueues. Code that cannot be handed out is answered as well, with the reason
     */
    void offer(String job, Program program, Consumer<Offer> answer);

    /** One use of some code. */
    interface Offer extends AutoCloseable {
        ProgramCode code();

        /** Idempotent, any thread, never blocks. */
        @Override
        void close();
    }
}
