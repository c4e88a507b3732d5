package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicBoolean;

/** What has data frames for a link. Any thread fills it and then calls {@link Link#ready}; the link's net thread empties it. */
public abstract class FrameSource {
    /** Whether the link has it on its list. */
    final AtomicBoolean listed = new AtomicBoolean();

    /** Appends the next frame, begun by {@link TypedFrames#append}; false if there is none now. Net thread. */
    protected abstract boolean next(ByteBuf out);

    /** Whether {@link #next} would give none. Net thread. */
    protected abstract boolean empty();
}
