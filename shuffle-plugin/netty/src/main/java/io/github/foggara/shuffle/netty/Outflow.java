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
    /** Changed by the link's net thread alone. */
    private volatile long taken;

    /**
     * @param begin position of the first element that will be added
     */
    Outflow(Link link, int view, long begin) {
        this.link = link;
        this.view = view;
        this.taken = begin;
    }

    Link link() {
        return link;
    }

    /** Sender. */
    void add(Element element) {
        elements.add(element);
        link.ready(this);
    }

    /** Up to there elements are copied and not needed any more. Any thread. */
    long taken() {
        return taken;
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
            done(element);
        }
        return true;
    }

    private void chunk(Element element, ByteBuf out) {
        int total = element.length();
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
        out.writeBytes(element.bytes(), written, size);
        written += size;
        if (written == total) {
            written = 0;
            done(element);
        }
    }

    private void done(Element element) {
        elements.remove();
        taken += element.cost();
    }
}
