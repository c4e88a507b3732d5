package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.api.security.TlsFiles;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.github.foggara.testkit.security.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to one look at the files, the next one comes. */
class TlsLooksTest {
    private static TlsFiles files;

    private final ManualRuntime clock = new ManualRuntime();
    private boolean broken;

    @BeforeAll
    static void certificates(@TempDir Path directory) throws Exception {
        files = TestCertificates.shared().copy("member", directory);
    }

    @Test
    void afterAnErrorInALook() throws Exception {
        TlsContexts tls = TlsContexts.open(files, clock, Runnable::run, read -> {
            if (broken) {
                throw new LinkageError("planted");
            }
            return PemFiles.read(read);
        });
        broken = true;
        Files.setLastModifiedTime(files.privateKey(), FileTime.fromMillis(0));
        clock.advance(Duration.ofSeconds(5));
        assertThatThrownBy(clock::runBlocking).isInstanceOf(LinkageError.class);
        assertThat(clock.timers()).as("the next look").isEqualTo(1);
        tls.close();
        assertThat(clock.timers()).isZero();
    }

    @Test
    void afterALookThatNobodyTook() throws Exception {
        EngineRuntime rejecting = new Rejecting();
        TlsContexts tls = TlsContexts.open(files, rejecting, Runnable::run);
        broken = true;
        clock.advance(Duration.ofSeconds(5));
        assertThat(clock.timers()).isEqualTo(1);
        broken = false;
        clock.advance(Duration.ofSeconds(5));
        assertThat(clock.runBlocking()).isEqualTo(1);
        tls.close();
        assertThat(clock.timers()).isZero();
    }

    /** Has no thread for blocking work while it is broken. */
    private final class Rejecting implements EngineRuntime {
        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return clock.currentTimeMillis();
        }

        @Override
        public Thread newThread(String name, ClassLoader loader, Runnable body) {
            return clock.newThread(name, loader, body);
        }

        @Override
        public Parker newParker() {
            return clock.newParker();
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable action) {
            return clock.schedule(delayNanos, action);
        }

        @Override
        public void executeBlocking(Runnable action) {
            if (broken) {
                throw new RejectedExecutionException("planted");
            }
            clock.executeBlocking(action);
        }
    }
}
