package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.connector.file.FileSplit;
import io.github.foggara.connector.file.OnLost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for new and grown files again and again, and hands out what whole lines they got: each time a part that ends with a line, so that it
 * reads the same whenever it is read. Coord thread only; a look waits for the disk, between two looks a timer runs.
 */
public final class FollowingEnumerator implements SplitEnumerator<FileSplit> {
    private static final Logger LOG = LoggerFactory.getLogger(FollowingEnumerator.class);
    private static final long LARGEST = 64L << 20;

    private final String pattern;
    private final Duration interval;
    private final long splitSize;
    private final FollowedFiles files;
    private final EnumeratorContext<FileSplit> context;
    private final Deque<FileSplit> returned = new ArrayDeque<>();
    /** Subtasks that asked and got nothing yet. */
    private final Set<Integer> waiting = new TreeSet<>();

    private boolean restored;
    private boolean troubled;

    /**
     * @param interval between two looks, more than 0
     * @param splitSize largest part in bytes; 0 = 64 MiB
     */
    public FollowingEnumerator(
            String pattern,
            Duration interval,
            long splitSize,
            LineLimit longest,
            OnLost onLost,
            EnumeratorContext<FileSplit> context) {
        this.pattern = pattern;
        this.interval = interval;
        this.splitSize = splitSize > 0 ? splitSize : LARGEST;
        this.context = context;
        this.files = new FollowedFiles(new InputFiles(pattern), longest, onLost);
    }

    /**
     * Before {@link #start}: goes on where a snapshot was taken.
     *
     * @throws IllegalArgumentException if it is not a snapshot of such an enumerator
     */
    public FollowingEnumerator restore(byte[] snapshot) {
        FollowingState state = FollowingState.decode(snapshot);
        files.restore(state.nextNumber(), state.files());
        returned.addAll(state.returned());
        restored = true;
        return this;
    }

    /** What cannot be looked through is a mistake in a new job; one that goes on has read there before. */
    @Override
    public void start() throws Exception {
        if (restored) {
            look();
        } else {
            files.look();
        }
        context.callAfter(interval, this::lookAgain);
    }

    private void look() throws IOException {
        try {
            files.look();
            troubled = false;
        } catch (LostContentException | LineTooLongException e) {
            throw e;
        } catch (IOException | JobDefinitionException e) {
            if (!troubled) {
                troubled = true;
                LOG.warn("'{}' cannot be looked through for new lines for now: {}", pattern, e.toString());
            }
        }
    }

    private void lookAgain() throws IOException {
        look();
        for (Iterator<Integer> subtasks = waiting.iterator(); subtasks.hasNext(); ) {
            int subtask = subtasks.next();
            if (assignOne(subtask)) {
                subtasks.remove();
            }
        }
        context.callAfter(interval, this::lookAgain);
    }

    @Override
    public void handleSplitRequest(int subtask) {
        if (assignOne(subtask)) {
            waiting.remove(subtask);
        } else {
            waiting.add(subtask);
        }
    }

    private boolean assignOne(int subtask) {
        FileSplit back = returned.poll();
        Optional<FileSplit> split =
                back != null ? Optional.of(back) : files.next(subtask, context.parallelism(), splitSize);
        split.ifPresent(part -> context.assign(subtask, part));
        return split.isPresent();
    }

    @Override
    public void addSplitsBack(List<FileSplit> splits, int subtask) {
        returned.addAll(splits);
    }

    @Override
    public byte[] snapshot(long checkpoint) {
        return new FollowingState(files.nextNumber(), List.copyOf(files.all()), List.copyOf(returned)).encode();
    }

    @Override
    public void close() {
        returned.clear();
        waiting.clear();
    }
}
