package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.netty.buffer.ByteBuf;

/**
 * A connection that was accepted: nobody's until it has shown the key of a session, that session's from then on. So what comes over it touches no
 * view of another session, and takes no connection from one. Owned by the connection's net thread.
 */
final class Arrival implements LinkListener {
    private final RemoteReaders readers;
    private ReaderSession session;
    private boolean over;

    Arrival(RemoteReaders readers) {
        this.readers = readers;
    }

    @Override
    public void frame(Link of, int type, ByteBuf body) {
        if (session != null) {
            session.frame(of, type, body);
            return;
        }
        if (over) {
            return;
        }
        if (type != Wire.SESSION || body.readableBytes() != SessionKey.BYTES) {
            readers.countStale();
            throw new ProtocolException("a reader shows the key of its session before all else");
        }
        session = readers.enter(of, new SessionKey(of.peer(), Wire.proof(body)));
        over = session == null;
    }

    @Override
    public void closed(Link lost, boolean forGood, String why) {
        if (session != null) {
            session.closed(lost, forGood, why);
        }
    }
}
