package io.github.foggara.kernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.RuntimeAround;
import io.github.foggara.kernel.program.CodeSupply.Request;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A TaskManager that can make no thread for a moment. */
class ShipmentStartTest {
    @TempDir
    Path data;

    private final AtomicInteger threads = new AtomicInteger();
    private final RuntimeAround runtime = new RuntimeAround() {
        @Override
        public Thread newThread(String name, ClassLoader loader, Runnable body) {
            if (name.equals("foggara-bundles-p") && threads.getAndIncrement() == 0) {
                throw new OutOfMemoryError("unable to create a thread");
            }
            return super.newThread(name, loader, body);
        }
    };

    /** Whoever asked next would wait for it without end. */
    @Test
    void whatCouldNotBeginIsBegunByTheNextWhoAsks() {
        FakeHost here = new FakeHost();
        Duration limit = Duration.ofHours(1);
        try (runtime;
                ShippedCode code = new ShippedCode(
                        runtime, here, here.programs, message -> new CompletableFuture<>(), data, limit, 1000)) {
            JobId job = new JobId(0, 1);
            ProgramId program = new ProgramId("p", "p 1.0", FakeHost.hash(new byte[] {1}));
            ProgramCode wanted = new ProgramCode(
                    List.of(FakeHost.bundle("p", new byte[] {1}).as("00".repeat(32), 1)), List.of(), "");
            code.hold(job, wanted);
            assertThatThrownBy(() -> code.request(job, program, wanted, () -> {}))
                    .isInstanceOf(OutOfMemoryError.class);
            try (Request request = code.request(job, program, wanted, () -> {})) {
                assertThat(request.underWay()).isTrue();
                assertThat(threads.get()).isEqualTo(2);
            }
        }
    }
}
