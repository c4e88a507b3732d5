package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.github.foggara.shuffle.netty.transport.ProcessId;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One process that reads here, over as many connections one after another as it needs; its views stay while it is away, for a limited
 * time. Everything is done by the executor it was given, whichever event loop a connection belongs to.
 */
final class ReaderSession {
    private final ProcessId process;
    private final Executor owner;
    private final Function<Wire.Attach, SubpartitionSender> senders;
    private final Map<Integer, SubpartitionSender> views = new HashMap<>();
    private Link link;

    /**
     * @param owner runs one action after the other
     * @param senders finds or makes the sender of a subpartition
     */
    ReaderSession(ProcessId process, Executor owner, Function<Wire.Attach, SubpartitionSender> senders) {
        this.process = process;
        this.owner = owner;
        this.senders = senders;
    }

    ProcessId process() {
        return process;
    }

    Executor owner() {
        return owner;
    }

    /**
     * A new connection. Its event loop is the listener's caller.
     *
     * @param away called by the owner when a connection is lost: whether for good
     */
    LinkListener connection(Consumer<Boolean> away) {
        return new LinkListener() {
            private Link mine;

            @Override
            public void opened(Link opened) {
                mine = opened;
                owner.execute(() -> {
                    Link old = link;
                    link = opened;
                    if (old != null) {
                        old.abort();
                    }
                });
            }

            @Override
            public void frame(Link of, int type, ByteBuf body) {
                request(of, type, body);
            }

            @Override
            public void closed(boolean refused, Throwable cause) {
                Link lost = mine;
                owner.execute(() -> {
                    if (link == lost) {
                        link = null;
                        forEach((view, sender) -> sender.linkDown(ReaderSession.this, view));
                        away.accept(refused);
                    }
                });
            }
        };
    }

    /** Reads the frame on the connection's event loop; the rest is the owner's. */
    private void request(Link of, int type, ByteBuf in) {
        if (type == Wire.ATTACH) {
            Wire.Attach request = Wire.Attach.read(in);
            owner.execute(() -> attach(request, of));
            return;
        }
        int view = in.readInt();
        switch (type) {
            case Wire.RESUME -> {
                long received = in.readLong();
                long claimed = in.readLong();
                long granted = in.readLong();
                owner.execute(() -> resume(of, view, received, claimed, granted));
            }
            case Wire.CREDIT -> {
                long claimed = in.readLong();
                long granted = in.readLong();
                with(view, sender -> sender.credit(this, view, claimed, granted));
            }
            case Wire.DATA_PROCESSED -> with(view, sender -> sender.dataProcessed(this, view));
            case Wire.DETACH -> {
                long claimed = in.readLong();
                with(view, sender -> {
                    views.remove(view);
                    sender.detach(this, view, claimed);
                });
            }
            default -> throw new IllegalArgumentException("A reader sends no frame of type " + type);
        }
    }

    private void with(int view, Consumer<SubpartitionSender> action) {
        owner.execute(() -> {
            SubpartitionSender sender = views.get(view);
            if (sender != null) {
                action.accept(sender);
            }
        });
    }

    private void attach(Wire.Attach request, Link of) {
        if (of != link) {
            return;
        }
        SubpartitionSender sender = views.computeIfAbsent(request.view(), view -> senders.apply(request));
        sender.attach(new RemoteView(this, request, of), of);
    }

    private void resume(Link of, int view, long received, long claimed, long granted) {
        if (of != link) {
            return;
        }
        SubpartitionSender sender = views.get(view);
        if (sender == null) {
            Wire.plain(of, Wire.STALE, view);
        } else {
            sender.resume(this, view, of, received, claimed, granted);
        }
    }

    /** The process does not come back, or this environment closes. Owner. */
    void end() {
        forEach((view, sender) -> sender.lost(this, view));
        views.clear();
    }

    /** Owner. */
    boolean away() {
        return link == null;
    }

    /**
     * Closes the connection after what was said last.
     *
     * @param done run when it is closed
     */
    void close(Runnable done) {
        owner.execute(() -> {
            if (link != null) {
                link.close(done);
            } else {
                done.run();
            }
        });
    }

    private void forEach(BiConsumer<Integer, SubpartitionSender> action) {
        Map.copyOf(views).forEach(action);
    }
}
