package io.github.foggara.kernel.remote.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.kernel.gateway.TaskReport;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Golden bytes stand in a file, so that a change of the format is seen: containers of one cluster must agree on it. */
class ClusterMessagesTest {
    private static final int MUTATIONS = 3000;
    /** What a decoder may allocate for each byte of a message. */
    private static final long BYTES_PER_BYTE = 400;

    /** Beside that: the first refusal links code. */
    private static final long BYTES = 1 << 20;

    private static final ThreadMXBean ALLOCATION = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private interface Decoder {
        Object decode(byte[] body);
    }

    private record Sample(byte[] body, Decoder decoder) {}

    private static Map<String, Sample> samples() {
        Map<String, Sample> samples = new LinkedHashMap<>();
        SampleMessages.orders().forEach((name, order) -> {
            RpcMessage message = ClusterMessages.encode(order).numbered(300, 2);
            samples.put(name, new Sample(message.body(), body -> ClusterMessages.order(with(message, body))));
        });
        SampleMessages.answers().forEach((name, answer) -> {
            RpcMessage message = ClusterMessages.encode(answer).numbered(300, 2);
            samples.put(name, new Sample(message.body(), body -> ClusterMessages.answer(with(message, body))));
        });
        samples.put(
                "register",
                new Sample(ClusterMessages.REGISTER.encode(registration()), ClusterMessages.REGISTER::decode));
        samples.put(
                "registered",
                new Sample(
                        ClusterMessages.ACCEPTED.encode(new Registration.Accepted(5, true, 600)),
                        ClusterMessages.ACCEPTED::decode));
        samples.put(
                "deregister",
                new Sample(
                        ClusterMessages.DEREGISTER.encode(new Deregistration(5, SampleMessages.running())),
                        ClusterMessages.DEREGISTER::decode));
        samples.put(
                "bundle-wanted",
                new Sample(
                        ClusterMessages.BUNDLE_WANTED.encode(new BundlePart.Wanted(new byte[32], 1 << 20)),
                        ClusterMessages.BUNDLE_WANTED::decode));
        samples.put(
                "bundle-part",
                new Sample(
                        ClusterMessages.BUNDLE_PART.encode(new BundlePart(500, new byte[] {7, 8})),
                        ClusterMessages.BUNDLE_PART::decode));
        samples.put("received", new Sample(ClusterMessages.RECEIVED.encode(600L), ClusterMessages.RECEIVED::decode));
        return samples;
    }

    private static Registration registration() {
        return new Registration(3, 4, 700, 5, 600, SampleMessages.running(), SampleMessages.running());
    }

    private static RpcMessage with(RpcMessage message, byte[] body) {
        return new RpcMessage(message.type(), body);
    }

    @Test
    void goldenBytes() throws IOException {
        Map<String, String> actual = new TreeMap<>();
        samples().forEach((name, sample) -> actual.put(name, HexFormat.of().formatHex(sample.body())));
        Map<String, String> golden = new TreeMap<>();
        try (InputStream file = getClass().getResourceAsStream("golden.txt")) {
            assertThat(file).as("golden.txt, for %s", actual).isNotNull();
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(" "))
                    .forEach(parts -> golden.put(parts[0], parts[1]));
        }
        assertThat(actual).isEqualTo(golden);
    }

    @Test
    void everyOrderComesBack() {
        SampleMessages.orders().forEach((name, order) -> {
            RpcMessage message = ClusterMessages.encode(order).numbered(300, 2);
            Numbered<? extends Order> back = ClusterMessages.order(message);
            assertThat(back.number()).isEqualTo(300);
            assertThat(back.received()).isEqualTo(2);
            assertThat(back.content()).as(name).usingRecursiveComparison().isEqualTo(order);
        });
    }

    @Test
    void everyAnswerComesBack() {
        SampleMessages.answers().forEach((name, answer) -> {
            RpcMessage message = ClusterMessages.encode(answer).numbered(300, 2);
            assertThat(ClusterMessages.answer(message).content())
                    .as(name)
                    .usingRecursiveComparison()
                    .isEqualTo(answer);
        });
    }

    @Test
    void registrationAndDeregistrationComeBack() {
        Registration registration = registration();
        assertThat(ClusterMessages.REGISTER.decode(ClusterMessages.REGISTER.encode(registration)))
                .isEqualTo(registration);
        Deregistration end = new Deregistration(5, SampleMessages.running());
        assertThat(ClusterMessages.DEREGISTER.decode(ClusterMessages.DEREGISTER.encode(end)))
                .isEqualTo(end);
    }

    @Test
    void moreAttemptsThanMayBeToldAreRefused() {
        List<ExecutionAttemptId> many =
                Collections.nCopies(RunningAttempts.MAX + 1, new ExecutionAttemptId(SampleMessages.JOB, 0, 0, 0));
        List<RunningAttempts> running = List.of(new RunningAttempts(SampleMessages.JOB, 1, many));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Registration(1, 1, 0, 0, 0, running, List.of()))
                .withMessageContaining("at most 100000 attempts");
    }

    /** A class that is added to the sealed interfaces must be added to the table and the samples. */
    @Test
    void everyTypeAndKindIsAmongTheSamples() {
        assertThat(SampleMessages.orders().values())
                .extracting(Object::getClass)
                .containsExactlyInAnyOrderElementsOf(
                        OrderTypes.ALL.stream().<Class<?>>map(MessageType::type).toList());
        assertThat(SampleMessages.answers().values().stream()
                        .map(Object::getClass)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(AnswerTypes.ALL.stream()
                        .<Class<?>>map(MessageType::type)
                        .toList());
        List<Class<?>> kinds = List.of(TaskReport.class.getPermittedSubclasses());
        assertThat(SampleMessages.reports().stream()
                        .<Class<?>>map(Object::getClass)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(kinds);
    }

    @Test
    void everyTruncationIsRefused() {
        samples().forEach((name, sample) -> {
            for (int length = 0; length < sample.body().length; length++) {
                byte[] cut = Arrays.copyOf(sample.body(), length);
                assertThatIllegalArgumentException()
                        .as("%s cut to %d bytes", name, length)
                        .isThrownBy(() -> sample.decoder().decode(cut));
            }
        });
    }

    @Test
    void damagedBytesEndInAMessageOrARefusal() {
        SplittableRandom random = new SplittableRandom(42);
        samples().forEach((name, sample) -> {
            for (int round = 0; round < MUTATIONS; round++) {
                byte[] bad = damaged(sample.body(), random);
                decodeWithinLimits(name, sample.decoder(), bad);
            }
        });
    }

    private static byte[] damaged(byte[] good, SplittableRandom random) {
        byte[] bad = good.clone();
        for (int n = random.nextInt(4); n >= 0; n--) {
            int at = random.nextInt(bad.length);
            switch (random.nextInt(3)) {
                case 0 -> bad[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bad[at] = (byte) random.nextInt(256);
                default -> Arrays.fill(bad, at, Math.min(bad.length, at + 5), (byte) 0xFF);
            }
        }
        int length = random.nextInt(3) > 0 ? bad.length : random.nextInt(bad.length + 4);
        return Arrays.copyOf(bad, length);
    }

    private static void decodeWithinLimits(String name, Decoder decoder, byte[] body) {
        long before = ALLOCATION.getThreadAllocatedBytes(Thread.currentThread().getId());
        try {
            decoder.decode(body);
        } catch (IllegalArgumentException refusal) {
            assertThat(refusal.getMessage()).isNotBlank();
        }
        long allocated =
                ALLOCATION.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated)
                .as("allocated for %d bytes of %s", body.length, name)
                .isLessThan(BYTES + BYTES_PER_BYTE * body.length);
    }

    @Test
    void aLengthBeyondTheEndIsRefusedBeforeAnythingIsAllocated() {
        RpcMessage good = ClusterMessages.encode(new Order.AddSplits(SampleMessages.ATTEMPT, 5, List.of(), true))
                .numbered(1, 0);
        byte[] body = Arrays.copyOf(good.body(), good.body().length + 4);
        // The number of splits, now two billion.
        int at = good.body().length - 2;
        System.arraycopy(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7, 1}, 0, body, at, 6);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterMessages.order(with(good, body)))
                .withMessageContaining("does not fit");
        decodeWithinLimits("add-splits", b -> ClusterMessages.order(with(good, b)), body);
    }

    @Test
    void anUnknownTypeDirectionOrVersionIsRefusedInWords() {
        RpcMessage good = ClusterMessages.encode(new Order.Cancel(SampleMessages.ATTEMPT, 5))
                .numbered(1, 0);
        assertThatIllegalArgumentException().isThrownBy(() -> ClusterMessages.answer(good));
        assertThatIllegalArgumentException().isThrownBy(() -> ClusterMessages.order(new RpcMessage(99, good.body())));
        byte[] later = good.body().clone();
        later[2] = 2;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterMessages.order(with(good, later)))
                .withMessageContaining("version 2");
    }

    @Test
    void aMessageThatIsTooLongIsNotEncoded() {
        Order large = new Order.AddSplits(SampleMessages.ATTEMPT, 5, List.of(new byte[(60 << 20) + 1]), true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterMessages.encode(large))
                .withMessageContaining("at most " + (60 << 20));
    }
}
