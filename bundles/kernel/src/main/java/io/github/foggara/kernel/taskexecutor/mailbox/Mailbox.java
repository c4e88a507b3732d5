package io.github.foggara.kernel.taskexecutor.mailbox;

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

    private final ConcurrentLinkedQueue<Mail> mails = new ConcurrentLinkedQueue<>();
    private final Doorbell bell;
    private volatile boolean hasMail;
    private volatile boolean canceled;

    public Mailbox(Doorbell bell) {
        this.bell = bell;
    }

    /** Any thread. Mails put after the task has ended stay unread. */
    public void put(Mail mail) {
        mails.add(mail);
        hasMail = true;
        bell.wake();
    }

    /** Any thread, idempotent. */
    public void cancel() {
        canceled = true;
        hasMail = true;
        bell.wake();
    }

    /** Whether {@link #drain()} has work. One volatile read: asked before each record. */
    public boolean hasMail() {
        return hasMail;
    }

    public boolean canceled() {
        return canceled;
    }

    /**
     * Owner: runs what is there, also what these mails put.
     *
     * @throws TaskCanceledError if the task was cancelled
     */
    public void drain() throws Exception {
        // Taken back before looking: a mail that comes later sets it again.
        hasMail = false;
        Mail mail;
        checkCanceled();
        while ((mail = mails.poll()) != null) {
            mail.run();
            checkCanceled();
        }
    }

    /** Owner. */
    public void checkCanceled() {
        if (canceled) {
            throw new TaskCanceledError();
        }
    }
}
