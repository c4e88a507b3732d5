package io.github.foggara.kernel.program;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Cuts a collection into one share per subtask, and each share into chunks. Coord thread. */
final class CollectionEnumerator implements SplitEnumerator<CollectionChunk> {
    private static final int CHUNK_RECORDS = 1000;
    private static final int CHUNK_BYTES = 64 * 1024;

    private final List<?> records;
    private final RecordCodec<Object> codec;
    private final EnumeratorContext<CollectionChunk> context;
    private final List<Deque<CollectionChunk>> shares = new ArrayList<>();

    CollectionEnumerator(List<?> records, RecordCodec<Object> codec, EnumeratorContext<CollectionChunk> context) {
        this.records = records;
        this.codec = codec;
        this.context = context;
    }

    @Override
    public void start() {
        int parallelism = context.parallelism();
        for (int i = 0; i < parallelism; i++) {
            int from = (int) ((long) records.size() * i / parallelism);
            int to = (int) ((long) records.size() * (i + 1) / parallelism);
            shares.add(chunks(records.subList(from, to)));
        }
        context.totalWork(records.size());
    }

    @Override
    public void handleSplitRequest(int subtask) {
        CollectionChunk next = shares.get(subtask).poll();
        if (next == null) {
            context.noMoreSplits(subtask);
        } else {
            context.assign(subtask, next);
        }
    }

    @Override
    public void addSplitsBack(List<CollectionChunk> splits, int subtask) {
        for (int i = splits.size() - 1; i >= 0; i--) {
            shares.get(subtask).addFirst(splits.get(i));
        }
    }

    @Override
    public void close() {
        shares.clear();
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
