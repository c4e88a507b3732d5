package io.github.foggara.kernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.RuntimeAround;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeSupply.Request;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bundles that are installed already, and do not start at once. */
@Timeout(60)
class ShipmentStartTest {
    private static final JobId JOB = new JobId(0, 1);
    private static final CodeBundle BUNDLE =
            FakeHost.bundle("p", new byte[] {1}).as("00".repeat(32), 1);
    private static final ProgramId PROGRAM = new ProgramId("p", "bundle/1.0", BUNDLE.content());
    private static final ProgramCode CODE = new ProgramCode(List.of(BUNDLE), List.of(), "");

    @TempDir
    Path data;

    private final AtomicInteger threadsLacking = new AtomicInteger();
    private final AtomicInteger threads = new AtomicInteger();
    private final RuntimeAround runtime = new RuntimeAround() {
        @Override
        public Thread newThread(String name, ClassLoader loader, Runnable body) {
            threads.incrementAndGet();
            if (threadsLacking.getAndDecrement() > 0) {
                throw new OutOfMemoryError("unable to create a thread");
            }
            return super.newThread(name, loader, body);
        }
    };
    private final FakeHost here = new FakeHost();
    private final Semaphore changes = new Semaphore(0);
    private ShippedCode code;

    private void open(Duration limit) {
        here.shipped.put(BUNDLE.content(), new byte[] {1});
        code = new ShippedCode(runtime, here, here.programs, message -> new CompletableFuture<>(), data, limit, 1000);
        code.hold(JOB, CODE);
    }

    private Request request() {
        return code.request(JOB, PROGRAM, CODE, changes::release);
    }

    private void awaitEnd(Request request) throws InterruptedException {
        while (request.underWay()) {
            assertThat(changes.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @AfterEach
    void close() {
        code.close();
        runtime.close();
    }

    /** Whoever asked next would wait for it without end. */
    @Test
    void whatCouldNotBeginIsBegunByTheNextWhoAsks() throws InterruptedException {
        open(Duration.ofHours(1));
        threadsLacking.set(1);
        assertThatThrownBy(this::request).isInstanceOf(OutOfMemoryError.class);
        Request request = request();
        assertThat(threads.get()).isEqualTo(2);
        awaitEnd(request);
        assertThat(request.refusal()).isEmpty();
    }

    /** As while a plugin is replaced. */
    @Test
    void whatIsResolvedInTimeIsStarted() throws InterruptedException {
        open(Duration.ofHours(1));
        here.unresolved.set(1);
        Request request = request();
        awaitEnd(request);
        assertThat(request.refusal()).isEmpty();
        assertThat(here.programs.find(PROGRAM)).isPresent();
    }

    @Test
    void whatIsNotResolvedSaysSoAtTheLimit() throws InterruptedException {
        open(Duration.ofMillis(700));
        here.unresolved.set(Integer.MAX_VALUE);
        Request request = request();
        awaitEnd(request);
        assertThat(request.refusal().orElseThrow())
                .contains("did not come within 700 ms", "the bundle p 1.0 lacks a package");
    }
}
