package io.github.foggara.kernel.program;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Decodes chunks. Task thread. */
final class CollectionReader implements SourceReader<Object, CollectionChunk> {
    private final RecordCodec<Object> codec;
    private final ReaderContext context;
    private final Deque<CollectionChunk> waiting = new ArrayDeque<>();
    private CollectionChunk current;
    private RecordInput input;
    private int next;
    private long read;
    private boolean noMore;

    CollectionReader(RecordCodec<Object> codec, ReaderContext context) {
        this.codec = codec;
        this.context = context;
    }

    @Override
    public void open() {
        context.requestSplit();
    }

    @Override
    public InputStatus poll(SourceOutput<Object> out) {
        while (out.mayContinue()) {
            if (current == null && !take()) {
                return noMore ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
            }
            if (next == current.count()) {
                current = null;
                context.progress(read);
                continue;
            }
            Object element = codec.decode(input);
            next++;
            read++;
            out.collect(element);
        }
        context.progress(read);
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public void addSplits(List<CollectionChunk> splits) {
        waiting.addAll(splits);
    }

    @Override
    public void noMoreSplits() {
        noMore = true;
    }

    @Override
    public List<CollectionChunk> snapshot() {
        List<CollectionChunk> rest = new ArrayList<>();
        if (current != null && next < current.count()) {
            rest.add(new CollectionChunk(next, current.count(), current.records()));
        }
        rest.addAll(waiting);
        return rest;
    }

    @Override
    public void close() {
        waiting.clear();
        current = null;
        input = null;
    }

    /** Begins the next chunk and asks for another one meanwhile. */
    private boolean take() {
        current = waiting.poll();
        if (current == null) {
            return false;
        }
        input = new RecordInput(current.records());
        for (next = 0; next < current.skip(); next++) {
            codec.decode(input);
        }
        if (!noMore) {
            context.requestSplit();
        }
        return true;
    }
}
