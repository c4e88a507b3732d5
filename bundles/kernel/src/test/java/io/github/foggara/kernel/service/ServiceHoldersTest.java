package io.github.foggara.kernel.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ServiceHoldersTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final ServiceHolders<String> holders = new ServiceHolders<>(runtime, Duration.ofSeconds(20));
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        runtime.close();
    }

    private Lease<Integer> hold(ServiceHolders<String> where, String registration, int service) {
        return where.hold(
                registration,
                service,
                "bundle/1",
                () -> heard.add("leaving " + service),
                () -> heard.add("back " + service));
    }

    @Test
    void aServiceLeavesWhenAllItsLeasesAreBack() throws Exception {
        Lease<Integer> first = hold(holders, "a", 1);
        Lease<Integer> second = hold(holders, "a", 2);
        Lease<Integer> other = hold(holders, "b", 3);
        FutureTask<Boolean> leaving = new FutureTask<>(() -> holders.leave("a"::equals));
        runtime.newThread("stopping", null, leaving).start();
        assertThat(List.of(heard.take(), heard.take())).containsExactly("leaving 1", "leaving 2");
        first.close();
        first.close();
        assertThat(leaving.isDone()).isFalse();
        second.close();
        assertThat(leaving.get(20, TimeUnit.SECONDS)).isTrue();
        other.close();
        assertThat(heard).containsExactly("back 1", "back 2", "back 3");
    }

    @Test
    void aHolderIsToldOnce() {
        Lease<Integer> lease = hold(holders, "a", 1);
        holders.tell("a"::equals);
        holders.tell("a"::equals);
        lease.close();
        assertThat(holders.leave("a"::equals)).isTrue();
        assertThat(heard).containsExactly("leaving 1", "back 1");
    }

    @Test
    void theWaitIsBoundedAndNotRepeated() {
        ServiceHolders<String> impatient = new ServiceHolders<>(runtime, Duration.ofMillis(20));
        Lease<Integer> lease = hold(impatient, "a", 1);
        assertThat(impatient.leave("a"::equals)).isFalse();
        assertThat(impatient.leave("a"::equals)).isTrue();
        lease.close();
        assertThat(heard).containsExactly("leaving 1", "back 1");
    }

    @Test
    void theNeedIsFoundBehindWhatUserCodeThrows() {
        ServiceNeed need = new ServiceNeed("x.Y", "(a=1)");
        Exception missing = new ServiceMissingException(need, "op");
        assertThat(missing).hasMessage("There is no service x.Y with the filter (a=1) for operator 'op'");
        assertThat(ServiceMissingException.behind(new RuntimeException("wrapped", missing)))
                .isEqualTo(need);
        assertThat(ServiceMissingException.behind(new IllegalStateException("other")))
                .isNull();
        assertThat(ServiceMissingException.behind(null)).isNull();
    }
}
