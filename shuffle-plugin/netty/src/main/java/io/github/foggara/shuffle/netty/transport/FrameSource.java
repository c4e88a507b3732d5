package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.concurrent.atomic.AtomicBoolean;

/** What has data frames for a link. Any thread fills it and then calls {@link Link#ready}; the link's net thread empties it. */
public abstract class FrameSource {
    /** Whether the link has it on its list. */
    final AtomicBoolean listed = new AtomicBoolean();

    /** The next frame, made by {@link TypedFrames#begin}; null if there is none now. Net thread. */
    protected abstract ByteBuf next(ByteBufAllocator allocator);

    /** Whether {@link #next} would give null. Net thread. */
    protected abstract boolean empty();
}
