package io.github.foggara.kernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeOffers.Offer;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a JobMaster offers, with blocking work done when the test says so. */
class OfferedCodeTest {
    private static final byte[] JOB = new byte[BundlePart.MAX_BYTES + 5];
    private static final byte[] LIBRARY = {1, 2, 3};

    static {
        JOB[7] = 7;
    }

    @TempDir
    Path data;

    private final ManualRuntime runtime = new ManualRuntime();
    private final FakeHost host = new FakeHost();

    private OfferedCode code(long most) {
        return new OfferedCode(runtime, host, data.resolve("bundles"), most);
    }

    @AfterEach
    void nothingIsLeftToDo() {
        assertThat(runtime.runBlocking()).isZero();
    }

    private Offer offer(OfferedCode code, Program program) {
        List<Offer> offers = new ArrayList<>();
        code.offer("j", program, offers::add);
        runtime.runBlocking();
        assertThat(offers).hasSize(1);
        return offers.get(0);
    }

    private void close(Offer offer) {
        offer.close();
        offer.close();
        runtime.runBlocking();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("bundles"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String name(CodeBundle bundle) {
        return bundle.file() + ".jar";
    }

    /** What it says to a TaskManager. */
    private static final class Answer implements RpcReply {
        private BundlePart part;
        private String refusal;

        @Override
        public void reply(byte[] body) {
            part = ClusterMessages.BUNDLE_PART.decode(body);
        }

        @Override
        public void fail(String why) {
            refusal = why;
        }
    }

    private Answer ask(OfferedCode code, CodeBundle bundle, long offset) {
        Answer answer = new Answer();
        code.serve(new BundlePart.Wanted(HexFormat.of().parseHex(bundle.file()), offset), answer);
        runtime.runBlocking();
        return answer;
    }

    @Test
    void bundlesAreThereInPartsForAsLongAsALifeNeedsThem() throws IOException {
        OfferedCode code = code(1 << 30);
        CodeBundle library = host.library("l", LIBRARY);
        Offer first = offer(code, host.deploy("p", JOB, library));
        Offer second = offer(code, host.deploy("q", new byte[] {9}, library));
        ProgramCode offered = first.code();
        assertThat(offered.shipped()).isTrue();
        CodeBundle job = offered.bundles().get(0);
        assertThat(job.size()).isEqualTo(JOB.length);
        BundlePart part = ask(code, job, 0).part;
        assertThat(part.size()).isEqualTo(JOB.length);
        assertThat(part.bytes()).hasSize(BundlePart.MAX_BYTES);
        assertThat(part.bytes()[7]).isEqualTo((byte) 7);
        assertThat(ask(code, job, BundlePart.MAX_BYTES).part.bytes()).hasSize(5);
        assertThat(files()).hasSize(3);
        close(first);
        assertThat(ask(code, job, 0).refusal).contains("no job needs the bundle file");
        assertThat(ask(code, offered.bundles().get(1), 0).part.bytes()).isEqualTo(LIBRARY);
        close(second);
        assertThat(files()).isEmpty();
    }

    @Test
    void whatAnEarlierContainerLeftIsRemoved() throws IOException {
        Files.createDirectories(data.resolve("bundles"));
        Files.write(data.resolve("bundles").resolve("ab".repeat(32) + ".jar"), JOB);
        Offer offer = offer(code(1 << 30), host.deploy("p", LIBRARY));
        assertThat(files()).containsExactly(name(offer.code().bundles().get(0)));
        close(offer);
    }

    @Test
    void aFileThatWasDamagedIsWrittenAnew() throws IOException {
        OfferedCode code = code(1 << 30);
        Offer offer = offer(code, host.deploy("p", LIBRARY));
        CodeBundle job = offer.code().bundles().get(0);
        Path file = data.resolve("bundles").resolve(name(job));
        Files.write(file, new byte[] {1, 2, 4});
        runtime.advance(Duration.ofSeconds(10));
        assertThat(ask(code, job, 0).part.bytes()).isEqualTo(LIBRARY);
        Files.delete(file);
        assertThat(ask(code, job, 0).part.bytes()).isEqualTo(LIBRARY);
        host.byHand.put(job.content(), new byte[] {5, 5, 5});
        Files.delete(file);
        assertThat(ask(code, job, 0).refusal).contains("cannot be read from the bundle store");
        close(offer);
    }

    /** Else a hundred TaskManagers that begin a job at once would have it read a hundred times. */
    @Test
    void aFileIsComparedWithItsNameOnceForManyWhoAsk() throws IOException {
        OfferedCode code = code(1 << 30);
        Offer offer = offer(code, host.deploy("p", LIBRARY));
        CodeBundle job = offer.code().bundles().get(0);
        Path file = data.resolve("bundles").resolve(name(job));
        byte[] damaged = {1, 2, 4};
        Files.write(file, damaged);
        runtime.advance(Duration.ofSeconds(10).minusNanos(1));
        assertThat(ask(code, job, 0).part.bytes()).isEqualTo(damaged);
        runtime.advance(Duration.ofNanos(1));
        assertThat(ask(code, job, 0).part.bytes()).isEqualTo(LIBRARY);
        Files.write(file, damaged);
        assertThat(ask(code, job, 0).part.bytes()).isEqualTo(damaged);
        runtime.advance(Duration.ofSeconds(10));
        assertThat(ask(code, job, 0).part.bytes()).isEqualTo(LIBRARY);
        close(offer);
    }

    @Test
    void bundlesThatAreTooLargeTogetherAreNotShippedAndLeaveNothing() throws IOException {
        Program program = host.deploy("p", LIBRARY, host.library("l", new byte[] {4, 5}));
        Offer offer = offer(code(4), program);
        assertThat(offer.code().shipped()).isFalse();
        assertThat(offer.code().bundles()).hasSize(2);
        assertThat(offer.code().unshipped()).contains("the bundle l 1.0", "4 bytes together");
        assertThat(files()).isEmpty();
        close(offer);
    }

    @Test
    void bundlesThatCannotBeReadAreNotShippedAndSayWhy() {
        Program program = host.deploy("p", LIBRARY);
        host.unreadable = new IOException("the disk is away");
        Offer offer = offer(code(1 << 30), program);
        assertThat(offer.code().shipped()).isFalse();
        assertThat(offer.code().unshipped()).isEqualTo("the disk is away");
        close(offer);
    }

    /** The job would wait for ever. */
    @Test
    void anErrorIsAnsweredAndLeavesNothing() throws IOException {
        Program program = host.deploy("p", LIBRARY, host.library("l", new byte[] {4, 5}));
        host.onWrite = bundle -> {
            if (bundle.name().equals("l")) {
                throw new InternalError("no room");
            }
        };
        Offer offer = offer(code(1 << 30), program);
        assertThat(offer.code().shipped()).isFalse();
        assertThat(offer.code().unshipped()).contains("InternalError: no room");
        assertThat(files()).isEmpty();
        close(offer);
    }
}
