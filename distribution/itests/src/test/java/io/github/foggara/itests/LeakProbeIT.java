package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;

/**
 * The probe sees a leak of each kind, also if one of the same name was there before, and is content when it is gone.
 */
@ExtendWith(PaxExamExtension.class)
public class LeakProbeIT {
    private static final Duration SHORT = Duration.ofMillis(200);

    private interface Opening {
        Closeable open() throws Exception;
    }

    @Inject
    BundleContext context;

    @Test
    public void aThreadIsSeen() throws Exception {
        assertSeen(() -> thread("planted-1"), () -> thread("planted-2"), "no thread is left", "{planted-#=1}");
    }

    @Test
    public void aFileHandleIsSeen() throws Exception {
        Path file = Files.createFile(new Inside(context).file("planted.txt"));
        assertSeen(
                () -> Files.newInputStream(file),
                () -> Files.newInputStream(file),
                "no handle is left",
                "planted.txt=1}");
    }

    @Test
    public void aSocketIsSeen() throws Exception {
        assertSeen(LeakProbeIT::socket, LeakProbeIT::socket, "no handle is left", "{socket:=1}");
    }

    @Test
    public void aPipeIsSeen() throws Exception {
        assertSeen(LeakProbeIT::pipe, LeakProbeIT::pipe, "no handle is left", "{pipe:=2}");
    }

    @Test
    public void aTemporaryFileIsSeen() throws Exception {
        assertSeen(LeakProbeIT::temporary, LeakProbeIT::temporary, "no temporary file is left", "tmp/planted");
    }

    @Test
    public void aClassLoaderIsSeen() throws Exception {
        LeakProbe hasty = LeakProbe.before(context, SHORT);
        LeakProbe patient = LeakProbe.before(context);
        ClassLoader held = uninstalled(hasty, patient);

        assertThatThrownBy(hasty::assertNothingIsLeft)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no class loader is left");

        Reference.reachabilityFence(held);
        held = null;
        patient.assertNothingIsLeft();
    }

    private ClassLoader uninstalled(LeakProbe... probes) throws Exception {
        try (InputStream jar = new ByteArrayInputStream(JobBundle.wordService("3.0.0"))) {
            Bundle bundle = context.installBundle("planted", jar);
            bundle.start();
            for (LeakProbe probe : probes) {
                probe.watch(bundle);
            }
            ClassLoader loader = bundle.adapt(BundleWiring.class).getClassLoader();
            bundle.uninstall();
            return loader;
        }
    }

    private void assertSeen(Opening before, Opening leak, String... words) throws Exception {
        try (Closeable ignored = before.open()) {
            LeakProbe hasty = LeakProbe.before(context, SHORT);
            LeakProbe patient = LeakProbe.before(context);
            try (Closeable planted = leak.open()) {
                assertThatThrownBy(hasty::assertNothingIsLeft)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContainingAll(words);
            }
            patient.assertNothingIsLeft();
        }
    }

    private static Closeable thread(String name) {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.start();
        return end::countDown;
    }

    private static Closeable socket() throws Exception {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private static Closeable pipe() throws Exception {
        Pipe pipe = Pipe.open();
        return () -> {
            pipe.source().close();
            pipe.sink().close();
        };
    }

    private static Closeable temporary() throws Exception {
        Path file = Files.createTempFile("planted", ".tmp");
        return () -> Files.delete(file);
    }
}
