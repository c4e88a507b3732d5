package io.github.foggara.kernel.service;

/** Whether what a program asks for is there. Any thread; nothing here blocks. */
public interface ServiceWatch {
    /**
     * Whether a task of the program would find one now; a service that is about to leave does not count.
     *
     * @param program class loader of the program: its bundle sees services of its class space only
     */
    boolean available(ClassLoader program, ServiceNeed need);

    /**
     * {@code listener} is called on any thread after a service came, or came to match, of a type that was asked for once; it
     * only enqueues.
     */
    AutoCloseable onArrival(Runnable listener);
}
