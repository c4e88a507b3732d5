package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.connector.file.FileSplit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Finds the files when the job starts and hands out their parts, one per request, in order. Coord thread only.
 *
 * <p>A part is an eighth of what each reader would get in a fair share, but at least 1 MiB and at most 64 MiB: small enough
 * that a slow reader does not hold up the end, large enough that opening it costs nothing.
 */
public final class FileSplitEnumerator implements SplitEnumerator<FileSplit> {
    private static final long SMALLEST = 1L << 20;
    private static final long LARGEST = 64L << 20;
    private static final int PARTS_PER_READER = 8;

    private final String pattern;
    private final long fixedSplitSize;
    private final boolean splittable;
    private final EnumeratorContext<FileSplit> context;

    private final Deque<FileSplit> returned = new ArrayDeque<>();
    private final Deque<InputFile> files = new ArrayDeque<>();
    private long splitSize;
    private InputFile current;
    private long position;
    private long total;
    private boolean restored;

    /**
     * @param splitSize in bytes; 0 = derive it from input size and parallelism
     * @param splittable false: each file is one part
     */
    public FileSplitEnumerator(
            String pattern, long splitSize, boolean splittable, EnumeratorContext<FileSplit> context) {
        this.pattern = pattern;
        this.fixedSplitSize = splitSize;
        this.splittable = splittable;
        this.context = context;
    }

    /**
     * Before {@link #start}: goes on where a snapshot was taken, with the files that were there when the job began.
     *
     * @throws IllegalArgumentException if it is not a snapshot of such an enumerator
     */
    public FileSplitEnumerator restore(byte[] snapshot) {
        FileSplitState state = FileSplitState.decode(snapshot);
        files.addAll(state.files());
        if (state.position() > 0) {
            current = files.poll();
            position = state.position();
        }
        returned.addAll(state.returned());
        splitSize = state.splitSize();
        total = state.total();
        restored = true;
        return this;
    }

    @Override
    public void start() throws Exception {
        if (!restored) {
            for (InputFile file : new InputFiles(pattern).find()) {
                files.add(file);
                total += file.size();
            }
            splitSize = fixedSplitSize > 0 ? fixedSplitSize : derive(total, context.parallelism());
        }
        context.totalWork(total);
    }

    static long derive(long total, int parallelism) {
        return Math.max(SMALLEST, Math.min(LARGEST, total / ((long) parallelism * PARTS_PER_READER)));
    }

    @Override
    public void handleSplitRequest(int subtask) {
        FileSplit split = returned.isEmpty() ? nextSplit() : returned.poll();
        if (split == null) {
            context.noMoreSplits(subtask);
        } else {
            context.assign(subtask, split);
        }
    }

    private FileSplit nextSplit() {
        if (current == null || position >= current.size()) {
            do {
                current = files.poll();
                if (current == null) {
                    return null;
                }
            } while (current.size() == 0);
            position = 0;
        }
        if (!splittable || current.gzip()) {
            position = current.size();
            return current.whole();
        }
        long start = position;
        long left = current.size() - start;
        // a last part of less than a half is not worth opening
        position = left - splitSize < splitSize / 2 ? current.size() : start + splitSize;
        return current.split(start, position);
    }

    @Override
    public void addSplitsBack(List<FileSplit> splits, int subtask) {
        returned.addAll(splits);
    }

    @Override
    public byte[] snapshot(long checkpoint) {
        List<InputFile> left = new ArrayList<>(files);
        boolean begun = current != null && position < current.size();
        if (begun) {
            left.add(0, current);
        }
        return new FileSplitState(total, splitSize, begun ? position : 0, left, List.copyOf(returned)).encode();
    }

    @Override
    public void close() {
        files.clear();
        returned.clear();
    }
}
