package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.FrameSource;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.TypedFrames;
import io.netty.buffer.ByteBuf;
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
    protected boolean next(ByteBuf out) {
        Element element = elements.peek();
        if (element == null) {
            return false;
        }
        if (element.event() == null) {
            chunk(element, out);
        } else {
            TypedFrames.append(out, Wire.EVENT, 4 + EventCode.BYTES).writeInt(view);
            EventCode.write(element.event(), out);
            elements.remove();
        }
        return true;
    }

    private void chunk(Element element, ByteBuf out) {
        int total = element.bytes().length();
        int size = Math.min(total - written, TypedFrames.CHUNK);
        if (written > 0) {
            TypedFrames.append(out, Wire.MORE, 4 + size).writeInt(view);
        } else {
            TypedFrames.append(out, Wire.BATCH, BATCH_HEAD + size)
                    .writeInt(view)
                    .writeInt(element.count())
                    .writeLong(element.firstSequence())
                    .writeInt(total);
        }
        out.writeBytes(element.bytes().array(), written, size);
        written += size;
        if (written == total) {
            elements.remove();
            written = 0;
        }
    }
}
