package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import java.util.ArrayList;
import java.util.List;

/** The head of a source's chain; what is not per record. The first request for a split is the reader's own, in open. */
public abstract class SourceHead extends Link implements SourceOutput<Object> {
    /** Null before open. */
    protected SourceReader<Object, Object> reader;

    /** Records emitted so far. */
    protected long emitted;

    private final Source<Object, Object> source;

    @SuppressWarnings("unchecked")
    protected SourceHead(LinkSetup setup) {
        super(setup);
        source = (Source<Object, Object>) ((SourceSpec) setup.spec()).source();
    }

    @Override
    protected void doOpen() throws Exception {
        reader = source.createReader(context());
        reader.open();
    }

    @Override
    protected void doClose() throws Exception {
        if (reader != null) {
            reader.close();
        }
    }

    /** One burst. */
    public abstract InputStatus poll();

    /** As a mail: hands splits to the reader. */
    public final void addSplits(List<byte[]> encoded, boolean noMore) {
        try {
            List<Object> splits = new ArrayList<>();
            for (byte[] bytes : encoded) {
                splits.add(source.splitCodec().decode(bytes));
            }
            if (!splits.isEmpty()) {
                reader.addSplits(splits);
            }
            if (noMore) {
                reader.noMoreSplits();
            }
        } catch (Throwable t) {
            throw failure(t);
        }
        context().wake();
    }

    /** Whether the reader was woken or got splits since the last time. */
    public final boolean takeWake() {
        return context().takeWake();
    }

    public final long emitted() {
        return emitted;
    }

    public final long workDone() {
        return context().workDone();
    }
}
