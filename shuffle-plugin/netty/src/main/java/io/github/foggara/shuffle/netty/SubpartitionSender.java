package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.shuffle.netty.transport.Link;
import io.netty.util.concurrent.EventExecutor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one subpartition to consumers elsewhere, one view at a time.
 *
 * <p><b>Whose thread.</b> The queue rings it in the producing task's thread, when a batch is complete and at a flush; so records are
 * encoded there. Its net thread comes with credit, views and their ends, and encodes only what the task left for want of credit.
 * {@link Turns} lets one of them in at a time, and none waits. All fields belong to whoever has the turn.
 *
 * <pre>
 * DETACHED --attach--> READ --newer attempt, same connection alive--> FENCING --detach(claimed)--> READ (by the newer one)
 *     ^                 |  \                                                 \--no answer in time: as if lost--> READ
 *     |                 |   \--newer attempt, connection down: what was sent counts as claimed--> READ
 *     '--detach, lost---'    \--queue failed, released or taken by a local reader--> DETACHED
 * </pre>
 *
 * <p>An element stays here until the reader has said that it claimed it. So a view that ends tells exactly where the next one begins; only if
 * its process can not be asked, what was sent to it is taken as claimed: no record is ever read twice.
 */
final class SubpartitionSender implements Waker {
    private static final Logger LOG = LoggerFactory.getLogger(SubpartitionSender.class);

    /** A net thread encodes so many bytes for one channel before it looks at others. */
    private static final int MOST_AT_ONCE = 128 * 1024;

    private final SenderContext context;
    private final EventExecutor net;
    private final Consumer<SubpartitionSender> idle;
    private final SubpartitionReading reading;
    private final Unacknowledged elements;
    private final Turns turns;
    private RemoteView view;
    /** The last one: it is told again if it did not hear. */
    private FailedView failed;
    /** Waits for what the current view has claimed; that view has been asked. */
    private RemoteView next;

    private EngineRuntime.Cancellable deadline;
    /** Of the newest attempt that ever came; an older one is refused, though the newest may have left before it was its turn. */
    private Wire.Attach newest;

    /**
     * @param net its net thread
     * @param idle told, in turn, when nobody reads it and nothing is kept
     */
    SubpartitionSender(
            ResultPartitionId partition,
            int subpartition,
            SenderContext context,
            EventExecutor net,
            Consumer<SubpartitionSender> idle) {
        this.context = context;
        this.net = net;
        this.idle = idle;
        this.reading = new SubpartitionReading(partition, subpartition, context);
        this.elements = reading.elements();
        this.turns = new Turns(net, this::work, this::fail);
    }

    // ---- from the queue

    /** Always: who finds another at work takes note, and that one looks again. */
    @Override
    public boolean waiting() {
        return true;
    }

    @Override
    public void wake() {
        turns.run();
    }

    // ---- from readers, net threads

    void attach(RemoteView wanted) {
        turns.execute(() -> attachNow(wanted));
    }

    void resume(ReaderSession session, int number, Link link, long received, long claimed, long granted) {
        turns.execute(() -> {
            if (view == null || !view.is(session, number)) {
                refuseResume(session, number, link);
                return;
            }
            try {
                view.checkClaimed(received);
                claimed(claimed);
                view.resume(link, received);
                grant(granted);
                elements.sentBehind(received).forEach(view::send);
            } catch (ProtocolException e) {
                disagree(link, e);
                return;
            }
            if (next != null) {
                Wire.plain(link, Wire.FENCE, number);
            }
        });
    }

    /** The reader says what can not be: it is told so and is over. It would say the same over any other connection. */
    private void disagree(Link link, ProtocolException why) {
        LOG.warn("The reader of subpartition {} does not agree with it: {}", reading, why.getMessage());
        failed = new FailedView(view, new RemoteFailure("", "its reader does not agree with it: " + why.getMessage()));
        failed.tell(link);
        lost();
    }

    private void refuseResume(ReaderSession session, int number, Link link) {
        if (failed != null && failed.view().is(session, number)) {
            failed.tell(link);
        } else {
            context.counters().countStale();
            Wire.plain(link, Wire.STALE, number);
        }
    }

    void credit(ReaderSession session, int number, Link link, long claimed, long granted) {
        turns.execute(() -> {
            if (view == null || !view.is(session, number)) {
                context.counters().countStale();
                return;
            }
            try {
                claimed(claimed);
                grant(granted);
            } catch (ProtocolException e) {
                disagree(link, e);
            }
        });
    }

    private void claimed(long position) {
        view.checkClaimed(position);
        elements.claimed(position);
    }

    /** What a reader asks for is bounded by what this side would give. */
    private void grant(long position) {
        view.grant(Math.min(position, elements.claimedTo() + context.options().largestWindow()));
    }

    void dataProcessed(ReaderSession session, int number) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                reading.acknowledgeEndOfData();
            }
        });
    }

    /** The view has claimed so much and is over. */
    void detach(ReaderSession session, int number, long claimed) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                try {
                    claimed(claimed);
                    end();
                } catch (ProtocolException e) {
                    LOG.warn("{}", e.getMessage());
                    lost();
                }
            }
            forgetView(session, number);
        });
    }

    void linkDown(ReaderSession session, int number) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                view.linkDown();
                if (next != null) {
                    lost();
                }
            } else if (next != null && next.is(session, number)) {
                next.linkDown();
            }
        });
    }

    /** The reader's process does not come back. */
    void lost(ReaderSession session, int number) {
        turns.execute(() -> {
            if (view != null && view.is(session, number)) {
                lost();
            }
            forgetView(session, number);
        });
    }

    private void forgetView(ReaderSession session, int number) {
        if (next != null && next.is(session, number)) {
            next = null;
        }
        if (failed != null && failed.view().is(session, number)) {
            failed = null;
        }
        if (view == null && next == null && elements.isEmpty()) {
            idle.accept(this);
        }
    }

    /** The partition was released: its queue has failed before, and told so. */
    void drop() {
        turns.execute(() -> {
            if (view == null) {
                reading.forget();
            }
        });
    }

    // ---- in turn

    private void attachNow(RemoteView wanted) {
        if (newest != null && wanted.attempt() < newest.consumer().attempt()) {
            refuse(wanted);
            return;
        }
        newest = wanted.request();
        if (view == null) {
            begin(wanted);
        } else if (view.same(wanted)) {
            if (view.link() == wanted.link()) {
                // The same message twice.
                return;
            }
            view.resume(wanted.link(), 0);
            attached();
            elements.sentBehind(0).forEach(view::send);
        } else if (next != null && next.same(wanted)) {
            next.resume(wanted.link(), 0);
        } else if (wanted.attempt() <= view.attempt() || next != null && wanted.attempt() <= next.attempt()) {
            refuse(wanted);
        } else {
            if (next != null) {
                refuse(next);
            }
            next = wanted;
            fence();
        }
    }

    private void fence() {
        if (view.link() == null) {
            lost();
            return;
        }
        Wire.plain(view.link(), Wire.FENCE, view.number());
        if (deadline == null) {
            RemoteView asked = view;
            deadline = context.schedule(context.options().fence(), net, () -> turns.execute(() -> tooLate(asked)));
        }
    }

    private void tooLate(RemoteView asked) {
        if (view == asked && next != null) {
            LOG.info(
                    "{} does not say inside {} ms what it has read",
                    view,
                    context.options().fence().toMillis());
            refuse(view);
            lost();
        }
    }

    private void refuse(RemoteView unwanted) {
        context.counters().countStale();
        LOG.debug("{} is stale for subpartition {}", unwanted, reading);
        if (unwanted.link() != null) {
            Wire.plain(unwanted.link(), Wire.STALE, unwanted.number());
        }
    }

    private void lost() {
        LOG.info("{} does not read {} any more; what it was sent counts as read", view, reading);
        elements.claimed(elements.sentTo());
        end();
    }

    /** The current view is over, and has claimed what it has. */
    private void end() {
        RemoteView following = leave();
        if (following != null) {
            begin(following);
        }
        if (view == null) {
            reading.pause(newest, this);
        }
    }

    /** There is no view. @return which one wanted to be the next */
    private RemoteView leave() {
        RemoteView following = next;
        view = null;
        next = null;
        if (deadline != null) {
            deadline.cancel();
            deadline = null;
        }
        return following;
    }

    private void begin(RemoteView wanted) {
        Link link = wanted.link();
        if (link == null || !link.isOpen()) {
            // It attaches again when it is back.
            return;
        }
        try {
            reading.begin(wanted.request(), this);
        } catch (StaleConsumerException e) {
            refuse(wanted);
            return;
        } catch (RuntimeException e) {
            Wire.failed(link, wanted.number(), RemoteFailure.of(e, e.getMessage()));
            return;
        }
        view = wanted;
        attached();
    }

    private void attached() {
        Wire.attached(view.link(), view.number(), reading.firstSequence());
    }

    private void work() {
        if (view == null) {
            reading.look();
            return;
        }
        try {
            send();
            long stop = elements.end() + MOST_AT_ONCE;
            while (view.wantsMore(elements, context) && reading.fetch()) {
                send();
                if (elements.end() >= stop && net.inEventLoop()) {
                    // Other channels of this thread come first; the task may come as well.
                    context.later(net, this::wake);
                    return;
                }
            }
            reading.check();
        } catch (StaleConsumerException e) {
            refuse(view);
            giveUp();
        }
    }

    private void send() {
        if (view.link() == null) {
            return;
        }
        while (elements.sentTo() < view.granted()) {
            Element element = elements.send();
            if (element == null) {
                return;
            }
            view.send(element);
        }
        if (elements.unsent() && view.blockedAt(elements.sentTo())) {
            Wire.plain(view.link(), Wire.BLOCKED, view.number());
        }
    }

    /** Whatever was thrown in turn, by the queue or by the codec of a job: this view gets no more, and others are not touched. */
    private void fail(Throwable thrown) {
        if (view == null) {
            LOG.error("Subpartition {} can not be sent any more", reading, thrown);
            reading.forget();
            return;
        }
        Throwable cause = thrown instanceof PartitionFailedException ? thrown.getCause() : thrown;
        failed = new FailedView(view, RemoteFailure.of(cause, thrown.getMessage()));
        failed.tell(view.link());
        giveUp();
    }

    /** The view is over, and nobody gets what is here. Who waits attaches to what comes after, or is told of the failure. */
    private void giveUp() {
        RemoteView waiting = leave();
        reading.forget();
        if (waiting != null) {
            turns.execute(() -> attachNow(waiting));
        }
    }
}
