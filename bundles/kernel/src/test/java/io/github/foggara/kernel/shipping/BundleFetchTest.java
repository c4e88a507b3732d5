package io.github.foggara.kernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.foggara.api.rpc.ConnectionClosedException;
import io.github.foggara.api.rpc.RemoteFailureException;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fetch from a JobMaster that answers at once what the test says. */
class BundleFetchTest {
    private static final byte[] BYTES = new byte[2 * BundlePart.MAX_BYTES + 100];

    static {
        new Random(3).nextBytes(BYTES);
    }

    @TempDir
    Path directory;

    private final List<Long> offsets = new ArrayList<>();
    private final Waiting waiting = new Waiting();
    private UnaryOperator<BundlePart> change = part -> part;
    private Function<Long, Exception> failure = offset -> null;
    private CodeBundle bundle = new CodeBundle("b", "1.0", "00".repeat(32), FakeHost.hash(BYTES), BYTES.length);

    private static final class Waiting implements BundleFetch.Patience {
        private int pauses;
        private int most = 10;

        @Override
        public void pause(long nanos) throws BundleFetch.AbandonedException {
            pauses++;
            if (pauses > most) {
                throw new BundleFetch.AbandonedException();
            }
        }

        @Override
        public void wake() {}

        @Override
        public void progress(String step) {}
    }

    private CompletionStage<byte[]> answer(RpcMessage message) {
        BundlePart.Wanted wanted = ClusterMessages.BUNDLE_WANTED.decode(message.body());
        offsets.add(wanted.offset());
        Exception failed = failure.apply(wanted.offset());
        if (failed != null) {
            return CompletableFuture.failedFuture(failed);
        }
        int from = (int) wanted.offset();
        int to = Math.min(BYTES.length, from + BundlePart.MAX_BYTES);
        BundlePart part = change.apply(new BundlePart(BYTES.length, Arrays.copyOfRange(BYTES, from, to)));
        return CompletableFuture.completedFuture(ClusterMessages.BUNDLE_PART.encode(part));
    }

    private Path fetch() throws IOException {
        Path file = directory.resolve("b.part");
        new BundleFetch(this::answer, waiting).fetch(bundle, file);
        return file;
    }

    @Test
    void itComesInPartsOfBoundedSize() throws IOException {
        Files.write(directory.resolve("b.part"), new byte[5_000_000]);
        assertThat(fetch()).hasBinaryContent(BYTES);
        assertThat(offsets).containsExactly(0L, (long) BundlePart.MAX_BYTES, 2L * BundlePart.MAX_BYTES);
    }

    @Test
    void aConnectionThatBreaksCostsOnlyThePartThatWasUnderWay() throws IOException {
        List<Long> broken = new ArrayList<>(List.of((long) BundlePart.MAX_BYTES, (long) BundlePart.MAX_BYTES));
        failure = offset -> broken.remove(offset) ? new ConnectionClosedException("broken") : null;
        assertThat(fetch()).hasBinaryContent(BYTES);
        long second = BundlePart.MAX_BYTES;
        assertThat(offsets).containsExactly(0L, second, second, second, 2 * second);
        assertThat(waiting.pauses).isEqualTo(2);
    }

    @Test
    void whenNobodyWaitsAnyMoreItIsNotAskedForAgain() {
        failure = offset -> new ConnectionClosedException("broken");
        waiting.most = 3;
        assertThatThrownBy(this::fetch).isInstanceOf(BundleFetch.AbandonedException.class);
        assertThat(offsets).hasSize(4);
    }

    @Test
    void aRefusalOfTheJobMasterEndsIt() {
        failure = offset -> new RemoteFailureException("no job needs it");
        assertThatIOException().isThrownBy(this::fetch).withMessageContaining("no job needs it");
        assertThat(offsets).hasSize(1);
    }

    @Test
    void anotherContentIsRefused() {
        change = part -> {
            part.bytes()[3] ^= 1;
            return part;
        };
        assertThatIOException().isThrownBy(this::fetch).withMessageContaining("it is not used");
    }

    @Test
    void anotherSizeIsRefusedWithTheFirstPart() {
        change = part -> new BundlePart(part.size() + 1, part.bytes());
        assertThatIOException().isThrownBy(this::fetch).withMessageContaining("instead of " + BYTES.length);
        assertThat(offsets).hasSize(1);
    }

    @Test
    void moreThanThereIsToComeIsRefused() {
        bundle = bundle.as(FakeHost.hash(BYTES), 10);
        change = part -> new BundlePart(12, Arrays.copyOf(part.bytes(), 12));
        assertThatIOException().isThrownBy(this::fetch).withMessageContaining("12 bytes of 12 instead of 10");
    }

    /** Else it would ask for ever. */
    @Test
    void anEmptyPartIsRefused() {
        change = part -> new BundlePart(part.size(), new byte[0]);
        assertThatIOException().isThrownBy(this::fetch).withMessageContaining("0 bytes of");
        assertThat(offsets).hasSize(1);
    }

    @Test
    void aFullDiskIsTold() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Files.createSymbolicLink(directory.resolve("b.part"), full);
        assertThatIOException().isThrownBy(this::fetch).withMessageContaining("No space left");
    }
}
