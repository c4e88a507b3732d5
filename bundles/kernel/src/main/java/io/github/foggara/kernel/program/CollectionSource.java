package io.github.foggara.kernel.program;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.kernel.serialization.Codecs;
import io.github.foggara.kernel.serialization.TypeTable;
import java.util.List;

/**
 * Lets the records of {@code fromCollection} take the way of every other source: they are encoded into chunks beside the
 * JobMaster and travel as splits. Each subtask gets one contiguous share, in order.
 */
public final class CollectionSource implements Source<Object, CollectionChunk> {
    private final List<?> records;
    private final TypeTable types;

    /**
     * @param types of the graph the records stand in
     */
    public CollectionSource(List<?> records, TypeTable types) {
        this.records = records;
        this.types = types;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<CollectionChunk> createEnumerator(EnumeratorContext<CollectionChunk> context) {
        return new CollectionEnumerator(records, new Codecs(types).codec(null), context);
    }

    @Override
    public SplitEnumerator<CollectionChunk> restoreEnumerator(
            EnumeratorContext<CollectionChunk> context, byte[] state) {
        return new CollectionEnumerator(
                records, new Codecs(types).codec(null), context, CollectionProgress.decode(state, records.size()));
    }

    @Override
    public SourceReader<Object, CollectionChunk> createReader(ReaderContext context) {
        return new CollectionReader(new Codecs(types).codec(null, context.operatorName()), context);
    }

    @Override
    public SplitCodec<CollectionChunk> splitCodec() {
        return CollectionChunk.CODEC;
    }
}
