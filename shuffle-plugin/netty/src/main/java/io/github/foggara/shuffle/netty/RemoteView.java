package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.Link;

/** One consumer attempt elsewhere that reads a subpartition here. Owned by the sender. */
final class RemoteView {
    private final ReaderSession session;
    private final Wire.Attach request;
    private Outflow outflow;
    private long granted;
    private long blockedAt = -1;
    /** What was given to connections before this one. */
    private long left;

    RemoteView(ReaderSession session, Wire.Attach request, Link link) {
        this.session = session;
        this.request = request;
        this.outflow = new Outflow(link, request.view(), 0);
        this.granted = request.credit();
    }

    boolean is(ReaderSession of, int view) {
        return session == of && request.view() == view;
    }

    boolean same(RemoteView other) {
        return is(other.session, other.number());
    }

    Wire.Attach request() {
        return request;
    }

    int number() {
        return request.view();
    }

    int attempt() {
        return request.consumer().attempt();
    }

    /** Null while the connection is down. */
    Link link() {
        return outflow == null ? null : outflow.link();
    }

    void linkDown() {
        left = left();
        outflow = null;
    }

    /** It has a connection again, and has received so much. */
    void resume(Link link, long received) {
        left = left();
        outflow = new Outflow(link, number(), received);
        blockedAt = -1;
    }

    private long left() {
        return outflow == null ? left : Math.max(left, outflow.taken());
    }

    /**
     * @throws ProtocolException if so much has not been given to a connection: its bytes are still in use here
     */
    void checkClaimed(long position) {
        if (position < 0 || position > left()) {
            throw new ProtocolException("view " + number() + " claims " + position + " of " + left() + " bytes");
        }
    }

    void grant(long position) {
        granted = Math.max(granted, position);
    }

    long granted() {
        return granted;
    }

    /** Everything there is credit for is sent, up to there, and more is to come. @return whether that is news */
    boolean blockedAt(long position) {
        boolean news = blockedAt != position;
        blockedAt = position;
        return news;
    }

    /**
     * Whether more should be encoded for it: a quarter more than there is credit for, so that the task has encoded it when credit comes. When
     * all senders together hold too much, each may still hold its view's own credit, whatever others do: so each goes on as soon as its own
     * reader does.
     */
    boolean wantsMore(Unacknowledged elements, SenderContext context) {
        long share = Math.min(request.credit(), context.options().credit());
        if (elements.end() >= granted + share / 4) {
            return false;
        }
        return elements.end() - elements.claimedTo() < share
                || context.counters().sending().get() < context.options().sendBytes();
    }

    void send(Element element) {
        outflow.add(element);
    }

    @Override
    public String toString() {
        return request.consumer() + " in process " + session.key();
    }
}
