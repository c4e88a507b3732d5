package io.github.foggara.sorter;

import java.util.concurrent.CompletionStage;

/** How the sorter's thread waits for work that another thread does for it: {@code context::await} in an operator. */
public interface Waiting {
    /**
     * Waits on the calling thread until the stage is complete.
     *
     * @return what it completed with
     * @throws Exception what the stage ended with, not wrapped; or anything that says that the waiting thread is to end
     */
    <T> T await(CompletionStage<T> stage) throws Exception;
}
