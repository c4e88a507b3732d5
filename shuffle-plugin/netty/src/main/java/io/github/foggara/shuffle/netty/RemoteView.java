package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.Link;

/** One consumer attempt elsewhere that reads a subpartition here. Owned by the sender. */
final class RemoteView {
    private final ReaderSession session;
    private final Wire.Attach request;
    private Outflow outflow;
    private long granted;

    RemoteView(ReaderSession session, Wire.Attach request, Link link) {
        this.session = session;
        this.request = request;
        this.outflow = new Outflow(link, request.view());
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

    void link(Link link) {
        outflow = link == null ? null : new Outflow(link, number());
    }

    void grant(long position) {
        granted = Math.max(granted, position);
    }

    long granted() {
        return granted;
    }

    void send(Element element) {
        outflow.add(element);
    }

    @Override
    public String toString() {
        return request.consumer() + " in process " + session.process();
    }
}
