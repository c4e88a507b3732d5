package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointContext.IoAnswer;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.CheckpointStorage.Damaged;
import io.github.foggara.api.checkpoint.StorageContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a coordinator lets io threads do. They run side by side, in any order: whoever stores a checkpoint that is given up meanwhile deletes it
 * himself, so nothing of it comes back, whichever of the two was first.
 */
final class StorageWork {
    private static final Logger LOG = LoggerFactory.getLogger(StorageWork.class);

    private final CheckpointContext context;
    private final StorageOpener opener;

    StorageWork(CheckpointContext context, StorageOpener opener) {
        this.context = context;
        this.opener = opener;
    }

    /** What was stored. */
    record Stored(CheckpointMetadata metadata, Pointer pointer) {}

    /** What is complete, and what was. */
    record There(List<Pointer> complete, List<Damaged> damaged) {}

    /** Removes what is incomplete; answered by what is not. */
    void begin(IoAnswer<There> answer) {
        run(
                storage -> {
                    storage.sweep(0);
                    List<Damaged> damaged = new ArrayList<>();
                    return new There(storage.completed(damaged::add), damaged);
                },
                answer);
    }

    void store(PendingCheckpoint checkpoint, IoAnswer<Stored> answer) {
        run(Assembly.of(checkpoint, context)::store, answer);
    }

    /** Deletes them one by one; answered by those that are gone. */
    void discard(List<Long> checkpoints, IoAnswer<List<Long>> answer) {
        if (checkpoints.isEmpty()) {
            return;
        }
        List<Long> ids = List.copyOf(checkpoints);
        run(storage -> discardAll(storage, ids), answer);
    }

    /**
     * As {@link #discard}, then deletes what none that is complete points at any more.
     *
     * @param newest of those that are recorded as complete, 0 for none
     */
    void retire(List<Long> checkpoints, long newest, IoAnswer<List<Long>> answer) {
        if (newest == 0) {
            discard(checkpoints, answer);
            return;
        }
        List<Long> ids = List.copyOf(checkpoints);
        run(
                storage -> {
                    List<Long> gone = discardAll(storage, ids);
                    collect(storage, newest);
                    return gone;
                },
                answer);
    }

    private static void collect(CheckpointStorage storage, long newest) {
        try {
            storage.collect(newest);
        } catch (IOException e) {
            LOG.warn("Shared files that no checkpoint up to {} needs any more stay: {}", newest, e.getMessage());
        }
    }

    private static List<Long> discardAll(CheckpointStorage storage, List<Long> ids) {
        List<Long> gone = new ArrayList<>();
        for (Long id : ids) {
            try {
                storage.discard(id);
                gone.add(id);
            } catch (IOException e) {
                LOG.warn("Checkpoint {} is not needed any more and stays: {}", id, e.getMessage());
            }
        }
        return gone;
    }

    /** Something for an io thread. */
    private interface Work<T> {
        T run(CheckpointStorage storage) throws Exception;
    }

    private <T> void run(Work<T> work, IoAnswer<T> answer) {
        StorageContext place = context.storage();
        context.io(() -> work.run(opener.open(place)), answer);
    }
}
