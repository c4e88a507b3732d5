package io.github.foggara.kernel.taskexecutor;

/** What a task does over and over in one phase of its life. Task thread. */
@FunctionalInterface
interface Turn {
    /** What came of one turn. */
    enum Outcome {
        /** Something was done: again. */
        PROGRESS,
        /** Nothing can be done until the bell rings. */
        NOTHING,
        /** The phase is over. */
        END
    }

    Outcome take() throws Exception;
}
