package io.github.foggara.shuffle.netty;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import java.util.List;

/**
 * A gate some of whose channels come over the wire. All channels are read by the same local gate; what is left to do is to tell the producers
 * when it closes. Consuming task only.
 */
final class NettyInputGate implements InputGate {
    private final InputGate gate;
    private final List<ChannelReceiver> receivers;
    private final NettyShuffleEnvironment environment;

    NettyInputGate(InputGate gate, List<ChannelReceiver> receivers, NettyShuffleEnvironment environment) {
        this.gate = gate;
        this.receivers = receivers;
        this.environment = environment;
    }

    @Override
    public int channels() {
        return gate.channels();
    }

    @Override
    public boolean poll(GateCursor cursor) {
        return gate.poll(cursor);
    }

    @Override
    public void block(int channel) {
        gate.block(channel);
    }

    @Override
    public void resume(int channel) {
        gate.resume(channel);
    }

    @Override
    public void acknowledgeEndOfData(int channel) {
        gate.acknowledgeEndOfData(channel);
    }

    @Override
    public long position(int channel) {
        return gate.position(channel);
    }

    @Override
    public void close() {
        gate.close();
        receivers.forEach(environment::end);
    }
}
