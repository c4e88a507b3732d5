package io.github.foggara.shuffle.netty;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.github.foggara.testkit.shuffle.TestCodec;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A process that sends the same elements to the first view that attaches, says that it ends, and does not serve a second connection. */
final class RawProducer implements AutoCloseable, LinkListener {
    private final ContainerId life;
    private final List<Element> elements;
    private final AtomicBoolean connected = new AtomicBoolean();
    private final SecureTransport transport;

    /**
     * @param prepare what is done with the connection before anything is sent over it
     */
    RawProducer(ContainerId life, List<Element> elements, Consumer<SecureChannel> prepare) throws IOException {
        this.life = life;
        this.elements = elements;
        transport = SecureTransport.open(Pair.transport("raw", Pair.ANY_PORT, life), secured -> {
            if (connected.compareAndSet(false, true)) {
                prepare.accept(secured);
                Link.open(secured, this);
            } else {
                secured.close("it was here before");
            }
        });
    }

    static Element records(long first, Object... records) {
        RecordOutput out = new RecordOutput(64);
        TestCodec codec = new TestCodec();
        for (Object record : records) {
            codec.encode(record, out);
        }
        return new Element(null, out.toByteArray(), out.length(), null, records.length, first);
    }

    byte[] location() {
        InetSocketAddress at = transport.address();
        return new Location(at.getAddress().getHostAddress(), at.getPort(), life).encode();
    }

    @Override
    public void frame(Link of, int type, ByteBuf in) {
        if (type == Wire.ATTACH) {
            int view = in.readInt();
            Outflow outflow = new Outflow(of, view, 0);
            Wire.attached(of, view, 0);
            elements.forEach(outflow::add);
            closeBehind(of, outflow, elements.stream().mapToLong(Element::cost).sum());
        }
    }

    private void closeBehind(Link link, Outflow outflow, long end) {
        if (outflow.taken() >= end) {
            link.close(() -> {});
        } else if (link.isOpen()) {
            link.netThread().execute(() -> closeBehind(link, outflow, end));
        }
    }

    @Override
    public void closed(Link lost, boolean forGood, String why) {
        // Who connects again is turned away.
    }

    @Override
    public void close() {
        transport.close();
    }
}
