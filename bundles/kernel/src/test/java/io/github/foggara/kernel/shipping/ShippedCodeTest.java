package io.github.foggara.kernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.rpc.ConnectionClosedException;
import io.github.foggara.api.rpc.RemoteFailureException;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeSupply.Request;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Code comes from the bundle store of a JobMaster to a TaskManager, both with bundles that do what the test says. */
@Timeout(60)
class ShippedCodeTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final JobId ONE = new JobId(0, 1);
    private static final JobId TWO = new JobId(0, 2);

    @TempDir
    Path data;

    private final JvmRuntime runtime = new JvmRuntime();
    private final FakeHost master = new FakeHost();
    private final FakeHost here = new FakeHost();
    private final Semaphore changes = new Semaphore(0);
    private final AtomicInteger questions = new AtomicInteger();
    private volatile int broken;
    private OfferedCode offered;
    private ShippedCode code;

    private void open(Duration limit) {
        open(limit, 1 << 30);
    }

    private void open(Duration limit, long most) {
        offered = new OfferedCode(runtime, master, data.resolve("bundles"), 1 << 30);
        code = new ShippedCode(runtime, here, here.programs, this::ask, data.resolve("shipped"), limit, most);
    }

    private CompletionStage<byte[]> ask(RpcMessage message) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        if (questions.incrementAndGet() <= broken) {
            answer.completeExceptionally(new ConnectionClosedException("broken"));
            return answer;
        }
        offered.serve(ClusterMessages.BUNDLE_WANTED.decode(message.body()), new RpcReply() {
            @Override
            public void reply(byte[] body) {
                answer.complete(body);
            }

            @Override
            public void fail(String why) {
                answer.completeExceptionally(new RemoteFailureException(why));
            }
        });
        return answer;
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    private ProgramCode offer(Program program) throws Exception {
        CompletableFuture<ProgramCode> answer = new CompletableFuture<>();
        offered.offer("j", program, offer -> answer.complete(offer.code()));
        return answer.get(20, TimeUnit.SECONDS);
    }

    private Request request(JobId job, Program program, ProgramCode wanted) {
        code.hold(job, wanted);
        return code.request(job, program.id(), wanted, changes::release);
    }

    /** Until that is so; looks again after each change that is told. */
    private void await(Request request, boolean underWay) throws InterruptedException {
        while (request.underWay() != underWay) {
            assertThat(changes.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void bring(JobId job, Program program, ProgramCode wanted) throws InterruptedException {
        Request request = request(job, program, wanted);
        await(request, false);
        assertThat(request.refusal()).isEmpty();
        assertThat(here.programs.find(program.id())).isPresent();
        request.close();
    }

    private String refusal(JobId job, Program program, ProgramCode wanted) throws InterruptedException {
        Request request = request(job, program, wanted);
        await(request, false);
        return request.refusal().orElseThrow();
    }

    private void awaitGone(ProgramId program) throws Exception {
        try (AutoCloseable listener = here.programs.onChange(changes::release)) {
            while (here.programs.find(program).isPresent()) {
                assertThat(changes.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    private void awaitNotShipped(CodeBundle bundle) {
        while (here.shipped(bundle)) {
            Thread.onSpinWait();
        }
    }

    private List<String> parts() {
        if (!Files.exists(data.resolve("shipped"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(data.resolve("shipped"))) {
            return files.map(Path::toString).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsLackingComesOnceForAllWhoAskAndGoesWithTheJob() throws Exception {
        open(LONG);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        here.onStart = () -> {
            started.countDown();
            awaitLatch(go);
        };
        Program program = master.deploy("p", new byte[] {1}, master.library("l", new byte[] {2}));
        ProgramCode wanted = offer(program);
        Request first = request(ONE, program, wanted);
        started.await();
        Request second = request(ONE, program, wanted);
        go.countDown();
        await(first, false);
        await(second, false);
        assertThat(here.installed).containsExactly("l", "p");
        assertThat(here.shipped.values()).containsExactlyInAnyOrder(new byte[] {1}, new byte[] {2});
        assertThat(parts()).isEmpty();
        code.release(ONE);
        awaitGone(program.id());
        assertThat(code.size()).isZero();
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsDeployedByHandIsUsedAndStays() throws Exception {
        open(LONG);
        CodeBundle library = master.library("l", new byte[] {2});
        here.library("l", new byte[] {2});
        Program program = master.deploy("p", new byte[] {1}, library);
        bring(ONE, program, offer(program));
        assertThat(here.installed).containsExactly("p");
        code.release(ONE);
        awaitGone(program.id());
        assertThat(here.installed(library)).isTrue();
    }

    @Test
    void aLibraryOfTwoJobsStaysUntilTheSecondLetsGo() throws Exception {
        open(LONG);
        CodeBundle library = master.library("l", new byte[] {2});
        Program first = master.deploy("p", new byte[] {1}, library);
        Program second = master.deploy("q", new byte[] {3}, library);
        bring(ONE, first, offer(first));
        bring(TWO, second, offer(second));
        assertThat(here.installed).containsExactly("l", "p", "q");
        assertThat(here.agreed).containsExactlyInAnyOrder(offer(first), offer(second));
        code.release(ONE);
        awaitGone(first.id());
        assertThat(here.shipped(library)).isTrue();
        assertThat(here.agreed).containsExactly(offer(second));
        bring(TWO, second, offer(second));
        assertThat(here.installed).hasSize(3);
        code.release(TWO);
        awaitGone(second.id());
        assertThat(here.agreed).isEmpty();
        code.close();
        assertThat(here.agreed).isNull();
    }

    /** Its job bundle is deployed by hand; of its library only what was shipped for another job is here. */
    @Test
    void aLibraryStaysForAJobThatIsNotShipped() throws Exception {
        open(LONG);
        CodeBundle library = master.library("l", new byte[] {2});
        CodeBundle last = master.library("m", new byte[] {4});
        Program shipped = master.deploy("p", new byte[] {1}, library, last);
        bring(ONE, shipped, offer(shipped));
        code.hold(TWO, new ProgramCode(List.of(FakeHost.bundle("q", new byte[] {3}), library), List.of(), "too large"));
        code.release(ONE);
        awaitNotShipped(last);
        assertThat(here.shipped(library)).isTrue();
        code.release(TWO);
        awaitNotShipped(library);
    }

    @Test
    void anotherContentOfTheSameBundleComesForTheNextJob() throws Exception {
        open(LONG);
        Program older = master.deploy("p", new byte[] {1});
        bring(ONE, older, offer(older));
        code.release(ONE);
        awaitGone(older.id());
        Program newer = master.deploy("p", new byte[] {2});
        bring(TWO, newer, offer(newer));
        assertThat(here.shipped.values()).containsExactly(new byte[] {2});
    }

    @Test
    void aBundleThatDoesNotReturnWhenItIsStartedDelaysOnlyItsOwnJob() throws Exception {
        open(Duration.ofSeconds(1));
        CountDownLatch never = new CountDownLatch(1);
        Program slow = master.deploy("slow", new byte[] {1});
        ProgramCode slowCode = offer(slow);
        here.onStart = () -> awaitLatch(never);
        Request waiting = request(ONE, slow, slowCode);
        while (here.installed.isEmpty()) {
            Thread.onSpinWait();
        }
        Program quick = master.deploy("quick", new byte[] {2});
        ProgramCode quickCode = offer(quick);
        await(waiting, false);
        here.onStart = () -> {};
        bring(TWO, quick, quickCode);
        assertThat(waiting.refusal().orElseThrow())
                .contains("did not come within 1000 ms", "it starts the bundle slow 1.0");
        never.countDown();
    }

    @Test
    void aProgramThatIsNotPublishedNamesWhatItLacks() throws Exception {
        open(SHORT);
        here.publishes = false;
        Program program = master.deploy("p", new byte[] {1});
        assertThat(refusal(ONE, program, offer(program)))
                .contains("did not come within 500 ms", "the bundle p 1.0 waits for a service");
        here.publishes = true;
        bring(ONE, program, offer(program));
        assertThat(here.installed).hasSize(1);
    }

    @Test
    void anotherContentThatIsDeployedByHandIsRefusedAfterTheLimit() throws Exception {
        open(SHORT);
        here.conflict = "here it is X, there Y";
        Program program = master.deploy("p", new byte[] {1});
        assertThat(refusal(ONE, program, offer(program))).contains("here it is X, there Y");
        assertThat(here.installed).isEmpty();
        here.conflict = null;
        bring(ONE, program, offer(program));
    }

    /** As a library that is removed: no program tells of it. */
    @Test
    void anotherContentThatIsRemovedInTimeIsNoticed() throws Exception {
        open(LONG);
        here.conflict = "here it is X, there Y";
        Program program = master.deploy("p", new byte[] {1});
        Request request = request(ONE, program, offer(program));
        here.looked.await();
        here.conflict = null;
        await(request, false);
        assertThat(request.refusal()).isEmpty();
        assertThat(here.installed).containsExactly("p");
    }

    @Test
    void aBrokenConnectionIsNotTheEnd() throws Exception {
        open(LONG);
        broken = 2;
        Program program = master.deploy("p", new byte[] {1});
        bring(ONE, program, offer(program));
        assertThat(questions.get()).isEqualTo(3);
    }

    @Test
    void aConnectionThatDoesNotComeBackEndsAtTheLimit() throws Exception {
        open(SHORT);
        broken = Integer.MAX_VALUE;
        Program program = master.deploy("p", new byte[] {1});
        assertThat(refusal(ONE, program, offer(program)))
                .contains("did not come within 500 ms", "0 of 1 bytes of the bundle p 1.0");
        assertThat(here.installed).isEmpty();
    }

    @Test
    void aJobThatLetsGoEndsWhatIsUnderWay() throws Exception {
        open(LONG);
        broken = Integer.MAX_VALUE;
        Program program = master.deploy("p", new byte[] {1});
        Request request = request(ONE, program, offer(program));
        code.release(ONE);
        await(request, false);
        assertThat(here.installed).isEmpty();
        assertThat(parts()).isEmpty();
        assertThat(code.size()).isZero();
    }

    @Test
    void moreThanTheLimitIsRefusedBeforeAnythingComes() throws Exception {
        open(LONG, 2);
        Program program = master.deploy("p", new byte[] {1, 2, 3});
        assertThat(refusal(ONE, program, offer(program))).contains("3 bytes", "at most 2");
        assertThat(questions.get()).isZero();
    }

    /** Its program is still there, but is not begun with any more. */
    @Test
    void whatIsJustBeingRemovedComesAnew() throws Exception {
        open(LONG);
        CountDownLatch leaves = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        here.onUninstall = () -> {
            leaves.countDown();
            awaitLatch(gone);
        };
        Program program = master.deploy("p", new byte[] {1});
        ProgramCode wanted = offer(program);
        bring(ONE, program, wanted);
        code.release(ONE);
        leaves.await();
        code.hold(TWO, wanted);
        assertThat(code.leaving(wanted)).isTrue();
        Request request = code.request(TWO, program.id(), wanted, changes::release);
        gone.countDown();
        await(request, false);
        while (code.leaving(wanted)) {
            Thread.onSpinWait();
        }
        assertThat(here.installed).containsExactly("p", "p");
        assertThat(here.programs.find(program.id())).isPresent();
    }

    @Test
    void whatAnEarlierContainerLeftIsRemoved() throws Exception {
        Files.createDirectories(data.resolve("shipped"));
        Files.write(data.resolve("shipped/00.part"), new byte[3]);
        open(LONG);
        assertThat(parts()).isEmpty();
    }

    @Test
    void anotherWiringIsToldInWords() throws Exception {
        open(LONG);
        CodeWire there = new CodeWire("p 1.0", "the package x.y", "l 1.0", "ab".repeat(32));
        master.wires.add(there);
        Program program = master.deploy("p", new byte[] {1});
        ProgramCode wanted = offer(program);
        assertThat(code.difference(program, wanted).orElseThrow())
                .contains("The bundle p 1.0 gets the package x.y from nowhere here, and in the JobMaster from l 1.0");
        here.wires.add(new CodeWire("p 1.0", "the package x.y", "l 1.1", "cd".repeat(32)));
        assertThat(code.difference(program, wanted).orElseThrow())
                .contains("the package x.y from l 1.1 here, and in the JobMaster from l 1.0");
        here.wires.set(0, new CodeWire("p 1.0", "the package x.y", "l 1.0", "cd".repeat(32)));
        assertThat(code.difference(program, wanted).orElseThrow()).contains("cdcdcdcd here, abababab there");
        here.wires.set(0, there);
        here.wires.add(new CodeWire("p 1.0", "the package z", "m 3.0", "ef".repeat(32)));
        assertThat(code.difference(program, wanted).orElseThrow()).contains("the package z from m 3.0 here");
        here.wires.remove(1);
        assertThat(code.difference(program, wanted)).isEmpty();
        int compared = here.compared.get();
        assertThat(code.difference(program, wanted)).isEmpty();
        assertThat(here.compared.get()).isEqualTo(compared);
    }
}
