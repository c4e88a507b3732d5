package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.FrameSource;
import io.github.foggara.shuffle.netty.transport.TypedFrames;
import io.github.foggara.shuffle.netty.transport.Link;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What one view has credit for, on one link. The sender adds elements; the link's net thread takes them as frames, a batch in as many as it
 * needs, so that other channels come in between.
 */
final class Outflow extends FrameSource {
    private static final int BATCH_HEAD = 4 + 4 + 8 + 4;

    private final Link link;
    private final int view;
    private final Queue<Element> elements = new ConcurrentLinkedQueue<>();
    private int written;

    Outflow(Link link, int view) {
        this.link = link;
        this.view = view;
    }

    Link link() {
        return link;
    }

    /** Sender. */
    void add(Element element) {
        elements.add(element);
        link.ready(this);
    }

    @Override
    protected boolean empty() {
        return elements.isEmpty();
    }

    @Override
    protected ByteBuf next(ByteBufAllocator allocator) {
        Element element = elements.peek();
        if (element == null) {
            return null;
        }
        if (element.event() != null) {
            elements.remove();
            ByteBuf frame = TypedFrames.begin(allocator, Wire.EVENT, 4 + EventCode.BYTES).writeInt(view);
            EventCode.write(element.event(), frame);
            return frame;
        }
        // Once the last chunk is gone the bytes may be used for another batch.
        byte[] bytes = element.bytes().array();
        int total = element.bytes().length();
        int from = written;
        int chunk = Math.min(total - from, TypedFrames.CHUNK);
        written += chunk;
        if (written == total) {
            elements.remove();
            written = 0;
        }
        ByteBuf frame = from > 0
                ? TypedFrames.begin(allocator, Wire.MORE, 4 + chunk).writeInt(view)
                : TypedFrames.begin(allocator, Wire.BATCH, BATCH_HEAD + chunk)
                        .writeInt(view)
                        .writeInt(element.count())
                        .writeLong(element.firstSequence())
                        .writeInt(total);
        return frame.writeBytes(bytes, from, chunk);
    }
}
