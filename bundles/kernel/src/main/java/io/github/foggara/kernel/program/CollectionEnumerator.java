package io.github.foggara.kernel.program;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.program.CollectionProgress.Share;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Cuts a collection into one share per subtask, and each share into chunks; in a life that goes on from a checkpoint, what is left of
 * the former shares. Coord thread.
 */
final class CollectionEnumerator implements SplitEnumerator<CollectionChunk> {
    private static final int CHUNK_RECORDS = 1000;
    private static final int CHUNK_BYTES = 64 * 1024;

    private final List<?> records;
    private final RecordCodec<Object> codec;
    private final EnumeratorContext<CollectionChunk> context;
    /** Null in a life that begins at the beginning. */
    private final CollectionProgress restored;

    /** Chunks of one share, from its first record that was not handed out on. */
    private static final class Rest {
        private final int to;
        private final Deque<CollectionChunk> chunks;
        private int from;

        Rest(Share share, Deque<CollectionChunk> chunks) {
            this.from = share.from();
            this.to = share.to();
            this.chunks = chunks;
        }
    }

    /** By subtask; of a former run with more subtasks, several each. */
    private final List<List<Rest>> shares = new ArrayList<>();

    private final List<Deque<CollectionChunk>> returned = new ArrayList<>();

    CollectionEnumerator(List<?> records, RecordCodec<Object> codec, EnumeratorContext<CollectionChunk> context) {
        this(records, codec, context, null);
    }

    CollectionEnumerator(
            List<?> records,
            RecordCodec<Object> codec,
            EnumeratorContext<CollectionChunk> context,
            CollectionProgress restored) {
        this.records = records;
        this.codec = codec;
        this.context = context;
        this.restored = restored;
    }

    @Override
    public void start() {
        int parallelism = context.parallelism();
        for (int i = 0; i < parallelism; i++) {
            shares.add(new ArrayList<>());
            returned.add(new ArrayDeque<>());
        }
        List<Share> left = restored == null ? evenly(parallelism) : restored.shares();
        for (int i = 0; i < left.size(); i++) {
            Share share = left.get(i);
            shares.get(i % parallelism).add(new Rest(share, chunks(records.subList(share.from(), share.to()))));
        }
        if (restored != null) {
            for (int i = 0; i < restored.returned().size(); i++) {
                returned.get(i % parallelism).add(restored.returned().get(i));
            }
        }
        context.totalWork(records.size());
    }

    private List<Share> evenly(int parallelism) {
        List<Share> even = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            even.add(new Share((int) ((long) records.size() * i / parallelism), (int)
                    ((long) records.size() * (i + 1) / parallelism)));
        }
        return even;
    }

    @Override
    public void handleSplitRequest(int subtask) {
        CollectionChunk next = returned.get(subtask).poll();
        if (next == null) {
            next = nextOf(shares.get(subtask));
        }
        if (next == null) {
            context.noMoreSplits(subtask);
        } else {
            context.assign(subtask, next);
        }
    }

    /** Null if there is none. An empty rest stays, so that each share keeps its place, and with it its subtask. */
    private static CollectionChunk nextOf(List<Rest> rests) {
        for (Rest rest : rests) {
            CollectionChunk chunk = rest.chunks.poll();
            if (chunk != null) {
                rest.from += chunk.count();
                return chunk;
            }
        }
        return null;
    }

    @Override
    public void addSplitsBack(List<CollectionChunk> splits, int subtask) {
        for (int i = splits.size() - 1; i >= 0; i--) {
            returned.get(subtask).addFirst(splits.get(i));
        }
    }

    @Override
    public byte[] snapshot(long checkpoint) {
        List<Share> left = new ArrayList<>();
        shares.forEach(rests -> rests.forEach(rest -> left.add(new Share(rest.from, rest.to))));
        left.sort(Comparator.comparingInt(Share::from).thenComparingInt(Share::to));
        List<CollectionChunk> back = new ArrayList<>();
        returned.forEach(back::addAll);
        return new CollectionProgress(left, back).encode();
    }

    @Override
    public void close() {
        shares.clear();
        returned.clear();
    }

    private Deque<CollectionChunk> chunks(List<?> share) {
        Deque<CollectionChunk> chunks = new ArrayDeque<>();
        RecordOutput out = new RecordOutput(1024);
        int count = 0;
        for (Object element : share) {
            codec.encode(element, out);
            if (++count == CHUNK_RECORDS || out.length() >= CHUNK_BYTES) {
                chunks.add(new CollectionChunk(0, count, out.toByteArray()));
                out.reset();
                count = 0;
            }
        }
        if (count > 0) {
            chunks.add(new CollectionChunk(0, count, out.toByteArray()));
        }
        return chunks;
    }
}
