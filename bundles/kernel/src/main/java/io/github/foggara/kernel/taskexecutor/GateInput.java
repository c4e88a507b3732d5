package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.kernel.taskexecutor.chain.Chain;
import io.github.foggara.kernel.taskexecutor.chain.Closing;
import io.github.foggara.kernel.taskexecutor.chain.GatePump;
import io.github.foggara.kernel.taskexecutor.chain.Outputs;
import java.util.Arrays;
import java.util.List;

/** Pulls runs of records out of the gate through the chain, and follows the ends of its channels. */
final class GateInput implements TaskInput {
    private final InputGate gate;
    private final Chain chain;
    private final GatePump pump;
    private final Outputs outputs;
    private final int[] inputOf;
    private final int[] openChannels;
    private final boolean[] drained;
    private final boolean[] dataEnded;
    private final boolean manyInputs;
    private final GateCursor cursor = new GateCursor();
    /** Null for a job without checkpoints. */
    private BarrierHandler barriers;

    private int withData;
    private int unclosed;
    private long polled;
    /** Whether the head asks for its records. */
    private boolean pulled;
    /** Whether events may be served while the head works after its last record. */
    private boolean calm;

    private int lastToEnd;

    GateInput(InputGate gate, List<ChannelDescriptor> channels, Chain chain, Outputs outputs) {
        this.gate = gate;
        this.chain = chain;
        this.pump = chain.pump();
        this.outputs = outputs;
        this.inputOf = channels.stream().mapToInt(ChannelDescriptor::input).toArray();
        int inputs = Arrays.stream(inputOf).max().orElse(0) + 1;
        this.openChannels = new int[inputs];
        for (int input : inputOf) {
            openChannels[input]++;
        }
        this.drained = new boolean[inputs];
        Arrays.fill(drained, true);
        this.dataEnded = new boolean[inputOf.length];
        this.manyInputs = inputs > 1;
        this.withData = inputOf.length;
        this.unclosed = inputOf.length;
    }

    InputGate gate() {
        return gate;
    }

    /** From now on it hears of barriers. */
    void barriers(BarrierHandler handler) {
        barriers = handler;
    }

    @Override
    public void run(TaskLoop loop, Outputs room) throws Exception {
        pulled = chain.head().pulls();
        if (pulled) {
            calm = true;
            new PulledInput(this, cursor, chain, loop, room).run();
        } else {
            loop.run(this, room);
        }
    }

    @Override
    public Outcome take() {
        Outcome outcome = fetch();
        if (!cursor.hasRecord()) {
            return outcome;
        }
        if (!outputs.hasRoom()) {
            return Outcome.NOTHING;
        }
        pump.pump(cursor);
        chain.context().rethrowFailure();
        return Outcome.PROGRESS;
    }

    /** Handles the next event, or has records stand in the cursor, which both are progress. */
    Outcome fetch() {
        if (cursor.exhausted() && !poll()) {
            return Outcome.NOTHING;
        }
        ChannelEvent event = cursor.takeEvent();
        if (event != null) {
            handle(cursor.channel(), event);
            chain.context().rethrowFailure();
        }
        return dataEnded() ? Outcome.END : Outcome.PROGRESS;
    }

    @Override
    public boolean serveEvent() {
        if (!calm || !dataEnded() || !poll()) {
            return false;
        }
        handle(cursor.channel(), cursor.takeEvent());
        return true;
    }

    /** Whether no channel will bring a record any more. */
    boolean dataEnded() {
        return withData == 0;
    }

    private boolean poll() {
        if (!gate.poll(cursor)) {
            return false;
        }
        if (cursor.hasRecord()) {
            int channel = cursor.channel();
            if (dataEnded[channel]) {
                throw new IllegalStateException("Channel " + channel + " sent a record after its end of data");
            }
            polled += cursor.remaining();
            if (manyInputs) {
                chain.head().input(inputOf[channel]);
            }
        }
        return true;
    }

    private void handle(int channel, ChannelEvent event) {
        if (event instanceof EndOfData end) {
            endOfData(channel, end.drain());
        } else if (event instanceof EndOfPartition) {
            if (!dataEnded[channel]) {
                throw new IllegalStateException("Channel " + channel + " closed before its end of data");
            }
            unclosed--;
            if (barriers != null) {
                barriers.endOfPartition(channel);
            }
        } else if (barriers != null && event instanceof CheckpointBarrier barrier) {
            barriers.barrier(channel, barrier);
        } else if (barriers != null && event instanceof CancelMarker marker) {
            barriers.cancelMarker(channel, marker);
        }
        // A watermark moves event time, of which no operator of a chain knows yet.
    }

    private void endOfData(int channel, boolean drain) {
        if (dataEnded[channel]) {
            throw new IllegalStateException("Channel " + channel + " ended twice");
        }
        dataEnded[channel] = true;
        withData--;
        int input = inputOf[channel];
        drained[input] &= drain;
        boolean last = --openChannels[input] == 0;
        if (last && pulled) {
            lastToEnd = channel;
            return;
        }
        if (last && drained[input]) {
            endInput(input);
        }
        gate.acknowledgeEndOfData(channel);
    }

    /** The operator that asked for its records has returned, and all data was read. */
    void endPulled() {
        if (drained()) {
            endInput(0);
        }
        calm = false;
        gate.acknowledgeEndOfData(lastToEnd);
    }

    private void endInput(int input) {
        calm = true;
        chain.head().endInput(input);
        calm = false;
    }

    @Override
    public boolean drained() {
        for (boolean drain : drained) {
            if (!drain) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean closedByProducers() {
        while (unclosed > 0 && poll()) {
            handle(cursor.channel(), cursor.takeEvent());
        }
        return unclosed == 0;
    }

    @Override
    public long records() {
        return polled - cursor.remaining();
    }

    @Override
    public long[] positions() {
        long[] positions = new long[inputOf.length];
        for (int channel = 0; channel < positions.length; channel++) {
            positions[channel] = gate.position(channel);
        }
        if (cursor.hasRecord()) {
            positions[cursor.channel()] = cursor.sequence();
        }
        return positions;
    }

    @Override
    public void close(Closing closing) {
        closing.run(gate::close);
    }
}
