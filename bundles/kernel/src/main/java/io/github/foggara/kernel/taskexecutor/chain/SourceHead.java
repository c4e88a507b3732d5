package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.PullReader;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a source's chain. The first request for a split is the reader's own, in open.
 *
 * <p>Not a template: a reader that emits in a loop of its own has its class in common with all jobs. So that what it calls
 * per record is one class in the whole container and inlined there, the only call that may have several receivers is the one
 * from here into the chain. A {@link PullReader} is driven by {@link PullLink}, where not even that call is left.
 */
public final class SourceHead extends Link implements SourceOutput<Object> {
    private final Source<Object, Object> source;
    private final Link next;
    private final Mailbox mailbox;
    private final Outputs outputs;
    private SourceReader<Object, Object> reader;
    private long emitted;

    private final PullLoop loop;
    /** The reader if it is one to pull from, else null. */
    private PullReader<Object, Object> pulled;

    /**
     * @param loop to the same next link, for readers to pull from
     */
    @SuppressWarnings("unchecked")
    SourceHead(LinkSetup setup, PullLoop loop) {
        super(setup);
        this.loop = loop;
        next = setup.next();
        mailbox = setup.chain().mailbox();
        outputs = setup.chain().outputs();
        source = (Source<Object, Object>) ((SourceSpec) setup.spec()).source();
    }

    @Override
    protected void doOpen() throws Exception {
        reader = source.createReader(context());
        pulled = reader instanceof PullReader<Object, Object> pull ? pull : null;
        reader.open();
        takeOver();
    }

    /** Before any other split: those that the reader of a former attempt had not read to their end. */
    private void takeOver() throws Exception {
        List<Object> splits = new ArrayList<>();
        StateSupply supply = context().state().supply();
        for (OperatorSnapshot snapshot : supply.restored(uid())) {
            for (byte[] bytes : snapshot.splits()) {
                try {
                    splits.add(source.splitCodec().decode(bytes));
                } catch (RuntimeException e) {
                    throw new DamagedStateException("A split of source '" + operator() + "'", supply.checkpoint(), e);
                }
            }
        }
        if (!splits.isEmpty()) {
            reader.addSplits(splits);
        }
    }

    @Override
    void snapshot(long checkpoint, OperatorCut cut) throws SnapshotFailedException {
        super.snapshot(checkpoint, cut);
        try {
            List<byte[]> encoded = new ArrayList<>();
            for (Object split : reader.snapshot()) {
                encoded.add(source.splitCodec().encode(split));
            }
            cut.splits(encoded);
        } catch (Exception e) {
            throw new SnapshotFailedException(operator(), e);
        }
    }

    @Override
    protected void doClose() throws Exception {
        if (reader != null) {
            reader.close();
        }
    }

    @Override
    public void collect(Object record) {
        emitted++;
        next.collect(record);
    }

    @Override
    public boolean mayContinue() {
        return !mailbox.hasMail() && outputs.hasRoom();
    }

    /** One burst. */
    public InputStatus poll() {
        try {
            return pulled != null ? loop.pull(pulled) : reader.poll(this);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    /** As a mail: hands splits to the reader. */
    public void addSplits(List<byte[]> encoded, boolean noMore) {
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
    public boolean takeWake() {
        return context().takeWake();
    }

    public long emitted() {
        return pulled != null ? loop.emitted() : emitted;
    }

    public long workDone() {
        return context().workDone();
    }
}
