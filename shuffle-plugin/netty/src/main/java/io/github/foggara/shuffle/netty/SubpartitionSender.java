package io.github.foggara.shuffle.netty;

import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.shuffle.netty.transport.Link;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one subpartition for consumers elsewhere, one view at a time, and encodes what it reads. Towards the queue it is a consumer like any
 * other: it has a gate, and the queue's claim word fences it.
 *
 * <p><b>Whose thread.</b> The queue rings it in the producing task's thread, when a batch is complete and at a flush; so records are
 * encoded there. Net threads come with credit, views and their ends; one encodes only what the task left for want of credit. {@link Turns}
 * lets one of them in at a time, and none waits. All fields belong to whoever has the turn.
 *
 * <pre>
 * DETACHED --attach--> READ --newer attempt, same connection alive--> FENCING --detach(claimed)--> READ (by the newer one)
 *     ^                 |  \--newer attempt, connection down: what was sent counts as claimed--> READ
 *     '--detach, lost---'   \--queue failed, released or taken by a local reader--> DETACHED
 * </pre>
 *
 * <p>An element stays here until the reader has said that it claimed it. So a view that ends tells exactly where the next one begins; only if
 * its process can not be asked, what was sent to it is taken as claimed: no record is ever read twice.
 */
final class SubpartitionSender implements Waker {
    private static final Logger LOG = LoggerFactory.getLogger(SubpartitionSender.class);
    /** A batch is complete at so many bytes, whatever was estimated. */
    private static final int BATCH_BYTES = 32 * 1024;
    private final SubpartitionSource source;
    private final Unacknowledged elements;
    private final Turns turns = new Turns(this::work);
    private final GateCursor cursor = new GateCursor();
    private RecordCodec<Object> codec;
    private InputGate gate;
    private int repeated;
    private RemoteView view;
    /** Waits for what the current view has claimed. */
    private RemoteView next;

    SubpartitionSender(SubpartitionSource source) {
        this.source = source;
        this.elements = new Unacknowledged(source.buffered());
    }

    // ---- from the queue

    /** Always: a busy net thread takes note and looks again. */
    @Override
    public boolean waiting() {
        return true;
    }

    @Override
    public void wake() {
        turns.run();
    }

    // ---- from readers, net threads

    void attach(RemoteView wanted, Link link) {
        turns.execute(() -> attachNow(wanted, link));
    }

    void resume(ReaderSession session, int number, Link link, long received, long claimed, long granted) {
        turns.execute(() -> {
            if (view == null || !view.is(session, number)) {
                Wire.plain(link, Wire.STALE, number);
                return;
            }
            elements.claimed(claimed);
            view.link(link);
            view.grant(granted);
            elements.sentBehind(received).forEach(view::send);
            if (next != null) {
                Wire.plain(link, Wire.FENCE, number);
            }
        });
    }

    void credit(ReaderSession session, int number, long claimed, long granted) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                elements.claimed(claimed);
                view.grant(granted);
            } else {
                source.countStale();
            }
        });
    }

    void dataProcessed(ReaderSession session, int number) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                gate.acknowledgeEndOfData(0);
            }
        });
    }

    /** The view has claimed so much and is over. */
    void detach(ReaderSession session, int number, long claimed) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                elements.claimed(claimed);
                end();
            } else if (next != null && next.is(session, number)) {
                next = null;
            }
        });
    }

    void linkDown(ReaderSession session, int number) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                view.link(null);
                if (next != null) {
                    lost();
                }
            }
        });
    }

    /** The reader's process does not come back. */
    void lost(ReaderSession session, int number) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                lost();
            }
        });
    }

    /** The partition was released. */
    void drop() {
        turns.execute(elements::clear);
    }

    // ---- in turn

    private void attachNow(RemoteView wanted, Link link) {
        if (view == null) {
            begin(wanted);
        } else if (view.same(wanted)) {
            view.link(link);
            attached();
            elements.sentBehind(0).forEach(view::send);
        } else if (next != null && next.same(wanted)) {
            next.link(link);
        } else if (wanted.attempt() <= view.attempt() || next != null && wanted.attempt() <= next.attempt()) {
            refuse(wanted, link);
        } else {
            if (next != null && next.link() != null) {
                refuse(next, next.link());
            }
            next = wanted;
            if (view.link() == null) {
                lost();
            } else {
                Wire.plain(view.link(), Wire.FENCE, view.number());
            }
        }
    }

    private void refuse(RemoteView unwanted, Link link) {
        source.countStale();
        LOG.debug("{} is stale for subpartition {}", unwanted, source);
        Wire.plain(link, Wire.STALE, unwanted.number());
    }

    private void lost() {
        LOG.info("{} does not read {} any more; what it was sent counts as read", view, source);
        elements.claimed(elements.sentTo());
        end();
    }

    /** The current view is over, and has claimed what it has. */
    private void end() {
        view = null;
        RemoteView following = next;
        next = null;
        if (following != null) {
            begin(following);
        } else {
            closeGate();
        }
    }

    private void begin(RemoteView wanted) {
        Link link = wanted.link();
        if (link == null) {
            closeGate();
            return;
        }
        try {
            closeGate();
            gate = source.open(wanted.request(), this);
        } catch (StaleConsumerException e) {
            refuse(wanted, link);
            return;
        } catch (RuntimeException e) {
            Wire.failed(link, wanted.number(), RemoteFailure.of(e, e.getMessage()));
            return;
        }
        repeated = elements.toldAgain();
        elements.restart();
        view = wanted;
        attached();
    }

    private void attached() {
        Wire.attached(view.link(), view.number(), elements.firstSequence(gate.position(0)));
    }

    private void closeGate() {
        if (gate != null) {
            gate.close();
            gate = null;
        }
    }

    private void work() {
        if (view == null) {
            return;
        }
        try {
            send();
            // A quarter more than there is credit for, so that the task has encoded it when credit comes.
            long ahead = view.request().credit() / 4;
            while (elements.end() < view.granted() + ahead && fetch()) {
                send();
            }
        } catch (StaleConsumerException e) {
            giveUp();
            if (view.link() != null) {
                refuse(view, view.link());
            }
            view = null;
        } catch (RuntimeException e) {
            giveUp();
            if (view.link() != null) {
                Throwable cause = e instanceof PartitionFailedException ? e.getCause() : e;
                Wire.failed(view.link(), view.number(), RemoteFailure.of(cause, e.getMessage()));
            }
            view = null;
        }
    }

    /** Nobody gets what is here. */
    private void giveUp() {
        elements.clear();
        cursor.event(0, null);
        closeGate();
        RemoteView waiting = next;
        next = null;
        if (waiting != null && waiting.link() != null) {
            // It attaches to what comes after the failure, or is told of it.
            turns.execute(() -> attachNow(waiting, waiting.link()));
        }
    }

    private void send() {
        while (view.link() != null && elements.sentTo() < view.granted()) {
            Element element = elements.send();
            if (element == null) {
                return;
            }
            view.send(element);
        }
    }

    private boolean fetch() {
        if (!gate.poll(cursor)) {
            return false;
        }
        if (cursor.hasRecord()) {
            encode();
        } else if (repeated > 0) {
            repeated--;
            cursor.takeEvent();
        } else {
            elements.add(Element.of(cursor.takeEvent()));
        }
        return true;
    }

    private void encode() {
        if (codec == null) {
            codec = source.codec();
        }
        while (cursor.hasRecord()) {
            long first = cursor.sequence();
            int count = 0;
            RecordOutput out = elements.output();
            do {
                codec.encode(cursor.take(), out);
                count++;
            } while (cursor.hasRecord() && out.length() < BATCH_BYTES);
            elements.add(new Element(null, out, count, first));
        }
    }
}
