package io.github.foggara.api.job;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Publishes the output of a whole job in two phases, or takes all of it away. Coord thread only; may block.
 *
 * <pre>
 *  open --> tasks run --> prepare --> decision recorded --> commit
 *   |          |             |
 *   `----------+-------------+--> abort          after a crash:  commit, if it was decided
 *                                                                open again, if not
 * </pre>
 */
@ConsumerType
public interface SinkCommitter {
    /**
     * Asked before {@link #open}, of every two committers of a job: whether both would publish to the same place. May be
     * called any number of times; changes nothing. A job with such a pair is refused.
     *
     * @return the place in words; empty if the two can publish side by side
     */
    default Optional<String> clashesWith(SinkCommitter other) {
        return Optional.empty();
    }

    /** Before any task is deployed: checks the target, removes what an earlier life of the job left unpublished. */
    void open() throws Exception;

    /**
     * Instead of {@link #open}, in a later life of the run: what attempts finished in earlier ones stays, what else is there goes.
     *
     * @param finished committables of those attempts
     * @return false if some of it is not there any more: then the target is as after {@link #open}, and everything runs again
     */
    default boolean reopen(List<byte[]> finished) throws Exception {
        open();
        return finished.isEmpty();
    }

    /**
     * The life ends and the run goes on in another one: let go of what this process holds. Called after every writer closed. By
     * itself as {@link #abort}, so that everything runs again.
     */
    default void suspend() throws Exception {
        abort();
    }

    /**
     * First phase: every subtask has finished, and whether to publish is decided next. Checks that exactly these can be
     * published, and makes them last: nothing but {@link #commit}, {@link #abort} or another {@link #open} of this run may
     * change them from now on, a power failure included. Nothing becomes visible. Idempotent. What it throws fails the job,
     * and the output is aborted.
     *
     * <p>Not called before a commit that was decided without it, so {@link #commit} does not rely on it.
     */
    default void prepare(List<byte[]> committables) throws Exception {}

    /**
     * Second phase: publish exactly these, all or nothing. Idempotent: that it is called, and with what, was
     * recorded before, so after a crash another committer is called with the same committables, without {@link #open},
     * wherever the first one stopped. It reports its lines whether it finds something left to do or not.
     */
    void commit(List<byte[]> committables) throws Exception;

    /**
     * Instead of {@link #open}, in a life that goes on from a checkpoint: what it and those before cover stays or can still be published,
     * what was written after it goes. {@link #commit(long, List)} of this checkpoint follows.
     *
     * @param checkpoint its id
     * @param committables all that stand in it
     * @throws Exception if one of them is neither published nor there to be
     */
    default void restore(long checkpoint, List<byte[]> committables) throws Exception {
        throw new UnsupportedOperationException("The sink cannot go on from a checkpoint");
    }

    /**
     * The checkpoint is complete, and a crash cannot undo that: publish exactly these. In ascending order, but not for every checkpoint;
     * idempotent by id: after a failure the newest comes again.
     */
    default void commit(long checkpoint, List<byte[]> committables) throws Exception {
        throw new UnsupportedOperationException("The sink publishes only at the end of its job, not by checkpoints");
    }

    /** The job failed or was cancelled: remove everything that is not published, unless a checkpoint covers it. Called after every writer closed. */
    void abort() throws Exception;
}
