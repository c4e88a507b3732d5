package io.github.foggara.shell.osgi;

import io.github.foggara.api.client.JobService;
import io.github.foggara.shell.RunCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code foggara run}: called by the launcher on its main thread, which it interrupts on Ctrl-C. */
@Component(service = ToIntFunction.class, property = "foggara.command=run")
public final class RunComponent implements ToIntFunction<String[]> {
    private static final long DEPLOY_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JobService jobs;
    private final Surroundings surroundings;

    @Activate
    public RunComponent(BundleContext context, @Reference JobService jobs) {
        this.jobs = jobs;
        this.surroundings = new Surroundings(context);
    }

    @Override
    public int applyAsInt(String[] words) {
        awaitDeployed();
        RunCommand command = new RunCommand(
                jobs,
                stream(FileDescriptor.out, "stdout.encoding"),
                stream(FileDescriptor.err, "stderr.encoding"),
                surroundings.terminal(),
                surroundings.directory(),
                System::nanoTime);
        return command.run(words);
    }

    /**
     * A container that has just started may still be installing what lies in {@code deploy/}. A bundle that does not start
     * must not hold up the others for ever: after the limit the command goes on and tells which programs there are.
     */
    private void awaitDeployed() {
        long deadline = System.nanoTime() + DEPLOY_LIMIT_NANOS;
        while (!surroundings.deployed()
                && System.nanoTime() < deadline
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, POLL_NANOS);
        }
    }

    /** The process's own streams: Gogo puts its redirections in place of {@code System.out}. */
    private static PrintStream stream(FileDescriptor descriptor, String encoding) {
        String name = System.getProperty(encoding);
        Charset charset = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
        return new PrintStream(new FileOutputStream(descriptor), true, charset);
    }
}
