package io.github.foggara.shuffle.netty;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One process that reads here, over as many connections one after another as it needs; its views stay while it is away, for a limited
 * time. Fields belong to whoever has the turn; mostly that is the net thread of the connection.
 */
final class ReaderSession implements LinkListener {
    private final ContainerId process;
    private final Function<Wire.Attach, SubpartitionSender> senders;
    private final Consumer<Boolean> away;
    private final Turns turns = new Turns(() -> {});
    private final Map<Integer, SubpartitionSender> views = new HashMap<>();
    private Link link;

    /**
     * @param senders finds or makes the sender of a subpartition
     * @param away called when a connection is lost: whether for good
     */
    ReaderSession(
            ContainerId process, Function<Wire.Attach, SubpartitionSender> senders, Consumer<Boolean> away) {
        this.process = process;
        this.senders = senders;
        this.away = away;
    }

    ContainerId process() {
        return process;
    }

    /** The process has connected, for the first time or again. */
    void connected(Link opened) {
        turns.execute(() -> {
            Link old = link;
            link = opened;
            if (old != null) {
                old.abort("its process has connected again");
            }
        });
    }

    @Override
    public void closed(Link lost, boolean forGood, String why) {
        turns.execute(() -> {
            if (link == lost) {
                link = null;
                forEach((view, sender) -> sender.linkDown(this, view));
                away.accept(forGood);
            }
        });
    }

    /** Reads the frame on the connection's net thread; the rest is done in turn. */
    @Override
    public void frame(Link of, int type, ByteBuf in) {
        if (type == Wire.ATTACH) {
            Wire.Attach request = Wire.Attach.read(in);
            turns.execute(() -> attach(request, of));
            return;
        }
        int view = in.readInt();
        switch (type) {
            case Wire.RESUME -> {
                long received = in.readLong();
                long claimed = in.readLong();
                long granted = in.readLong();
                turns.execute(() -> resume(of, view, received, claimed, granted));
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
            default -> throw new IllegalArgumentException("a reader sends no frame of type " + type);
        }
    }

    private void with(int view, Consumer<SubpartitionSender> action) {
        turns.execute(() -> {
            SubpartitionSender sender = views.get(view);
            if (sender != null) {
                action.accept(sender);
            }
        });
    }

    private void attach(Wire.Attach request, Link of) {
        if (of == link) {
            SubpartitionSender sender = views.computeIfAbsent(request.view(), view -> senders.apply(request));
            sender.attach(new RemoteView(this, request, of), of);
        }
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

    /** The process does not come back. */
    void end() {
        turns.execute(() -> {
            forEach((view, sender) -> sender.lost(this, view));
            views.clear();
        });
    }

    /** Runs it if there is no connection. */
    void ifAway(Runnable action) {
        turns.execute(() -> {
            if (link == null) {
                action.run();
            }
        });
    }

    /**
     * Closes the connection after what was said last.
     *
     * @param done run when it is closed
     */
    void close(Runnable done) {
        turns.execute(() -> {
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
