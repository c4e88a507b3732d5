package io.github.foggara.benchmarks.micro;

import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a task pays per record to stay reachable, and what a mail costs. */
@State(Scope.Thread)
public class MailboxBenchmark {
    private JvmRuntime runtime;
    private Mailbox mailbox;
    private int served;

    @Setup
    public void make() {
        runtime = new JvmRuntime();
        mailbox = new Mailbox(new Doorbell(runtime.newParker()));
    }

    @TearDown
    public void close() {
        runtime.close();
    }

    @Benchmark
    public boolean check() {
        return mailbox.hasMail();
    }

    @Benchmark
    public int putAndDrain() throws Exception {
        mailbox.put(() -> served++);
        mailbox.drain();
        return served;
    }
}
