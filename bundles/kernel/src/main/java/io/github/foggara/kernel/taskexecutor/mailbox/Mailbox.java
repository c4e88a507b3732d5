package io.github.foggara.kernel.taskexecutor.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Actions for one task thread, run between two records in the order of their arrival. Cancel is not an action but a
 * flag, because it is also served where actions are not: when the task waits for room in the middle of user code.
 */
public final class Mailbox {
    /** What a task is told; an exception fails the task. */
    @FunctionalInterface
    public interface Mail {
        void run() throws Exception;
    }

    private static final VarHandle HAS_MAIL;

    static {
        try {
            HAS_MAIL = MethodHandles.lookup().findVarHandle(Mailbox.class, "hasMail", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ConcurrentLinkedQueue<Mail> mails = new ConcurrentLinkedQueue<>();
    private final Doorbell bell;
    /** By {@link #HAS_MAIL} only. */
    @SuppressWarnings("unused")
    private boolean hasMail;

    private volatile boolean canceled;

    public Mailbox(Doorbell bell) {
        this.bell = bell;
    }

    /** Any thread. Mails put after the task has ended stay unread. */
    public void put(Mail mail) {
        mails.add(mail);
        HAS_MAIL.setVolatile(this, true);
        bell.wake();
    }

    /** Any thread, idempotent. */
    public void cancel() {
        canceled = true;
        HAS_MAIL.setVolatile(this, true);
        bell.wake();
    }

    /**
     * Whether {@link #drain()} has work. Asked before each record, so the read is opaque: other than a volatile one it lets the
     * compiler keep what it knows of the chain. No mail is missed by it: {@code drain} takes the flag back, by a volatile
     * write, before it looks into the queue, and the flag is raised after the mail is there; so a mail that the look did not find
     * raises the flag after it was taken back. The fence before parking is {@link Doorbell#arm()}'s.
     */
    public boolean hasMail() {
        return (boolean) HAS_MAIL.getOpaque(this);
    }

    public boolean canceled() {
        return canceled;
    }

    /**
     * Owner: runs what is there, also what these mails put.
     *
     * @throws TaskCanceledError if the task was cancelled; again each time, since user code may swallow it
     */
    public void drain() throws Exception {
        // Taken back before looking: a mail that comes later sets it again.
        HAS_MAIL.setVolatile(this, false);
        Mail mail;
        goOn();
        while ((mail = mails.poll()) != null) {
            mail.run();
            goOn();
        }
    }

    /** A cancel is never served: there is mail for ever. */
    private void goOn() {
        if (canceled) {
            HAS_MAIL.setVolatile(this, true);
        }
        checkCanceled();
    }

    /** Owner. */
    public void checkCanceled() {
        if (canceled) {
            throw new TaskCanceledError();
        }
    }
}
