package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.kernel.fixture.ManualRuntime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClusterSettingsTest {
    @Test
    void withoutAFileTheContainerIsEmbeddedAndNeedsNothing() {
        assertThat(ClusterSettings.of(Map.of()).role()).isEqualTo(Role.EMBEDDED);
    }

    @Test
    void aJobMasterListensWhereTaskManagersLookForIt() {
        try (ManualRuntime runtime = new ManualRuntime()) {
            Map<String, String> common = Map.of("security.secret-file", "/s", "jobmanager.rpc.port", "7000");
            RpcSettings master =
                    ClusterSettings.of(with(common, "jobmaster")).rpc(runtime, ContainerId.random(runtime), "1.2");
            ClusterSettings worker = ClusterSettings.of(with(common, "taskmanager"));
            assertThat(worker.jobMaster().isUnresolved()).isTrue();
            assertThat(master.bind().getHostString())
                    .isEqualTo(worker.jobMaster().getHostString());
            assertThat(master.bind().getPort()).isEqualTo(worker.jobMaster().getPort());
            assertThat(master.bind().getAddress().isLoopbackAddress()).isTrue();
            assertThat(master.security().secretFile()).isEqualTo(Path.of("/s"));
            RpcSettings other = worker.rpc(runtime, ContainerId.random(runtime), "1.2");
            assertThat(other.bind().getPort()).isZero();
            assertThat(other.bind().getAddress().isLoopbackAddress()).isTrue();
            assertThat(other.identity().role()).isEqualTo("taskmanager");
            assertThat(master.identity().refusalOf(other.identity())).isEmpty();
        }
    }

    private static Map<String, String> with(Map<String, String> common, String role) {
        Map<String, String> all = new TreeMap<>(common);
        all.put("role", role);
        return all;
    }

    @Test
    void aTaskManagerMayBeReachedElsewhereThanItListens() {
        Map<String, String> everywhere =
                Map.of("security.secret-file", "/s", "taskmanager.bind-host", "0.0.0.0", "taskmanager.rpc.port", "9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(with(everywhere, "taskmanager")))
                .withMessageContaining("taskmanager.bind-host=0.0.0.0")
                .withMessageContaining("set taskmanager.host");
        Map<String, String> named = with(everywhere, "taskmanager");
        named.put("taskmanager.host", "tm-3.example");
        ClusterSettings settings = ClusterSettings.of(named);
        assertThat(settings.bind().getHostString()).isEqualTo("0.0.0.0");
        ClusterAccess access = settings.access(new ContainerId(0, 1), "1.2");
        assertThat(access.bind().getHostString()).isEqualTo("0.0.0.0");
        assertThat(access.host()).isEqualTo("tm-3.example");
        assertThat(access.identity().properties()).containsEntry("address", "tm-3.example:9");
        Map<String, String> plain = with(Map.of("security.secret-file", "/s"), "taskmanager");
        assertThat(ClusterSettings.of(plain)
                        .access(new ContainerId(0, 1), "1.2")
                        .host())
                .isEqualTo("127.0.0.1");
        for (String bad : new String[] {"0.0.0.0", "0", "::", "::0", "0:0:0:0:0:0:0:0", "a b", "http://x"}) {
            named.put("taskmanager.host", bad);
            assertThatExceptionOfType(InvalidOptionException.class)
                    .isThrownBy(() -> ClusterSettings.of(named))
                    .withMessageContaining("taskmanager.host");
        }
    }

    @Test
    void everywhereIsKnownHoweverItIsWritten() {
        for (String any :
                List.of("0.0.0.0", "0", "0.0", "::", "[::]", "::0", "0:0:0:0:0:0:0:0", "[0::0]", "::%1", "::0.0.0.0")) {
            assertThat(ClusterAccess.everywhere(any)).as(any).isTrue();
        }
        for (String one : List.of("127.0.0.1", "::1", "[fe80::1%eth0]", "10.0.0.0", "0.example", "abc", "a:b", ":::")) {
            assertThat(ClusterAccess.everywhere(one)).as(one).isFalse();
        }
        Map<String, String> everywhere = Map.of("security.secret-file", "/s", "taskmanager.bind-host", "::0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(with(everywhere, "taskmanager")))
                .withMessageContaining("set taskmanager.host");
    }

    @Test
    void aRoleNeedsASecretOrCertificates() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(Map.of("role", "jobmaster")))
                .withMessageContaining("security.secret-file")
                .withMessageContaining("security.tls.private-key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClusterSettings.of(
                        Map.of("role", "taskmanager", "security.tls.private-key", "k", "security.secret-file", "s")))
                .withMessageContaining("security.tls.certificate-chain and security.tls.trusted-certificates");
        ClusterSettings complete = ClusterSettings.of(Map.of(
                "role",
                "jobmaster",
                "security.tls.private-key",
                "k",
                "security.tls.certificate-chain",
                "c",
                "security.tls.trusted-certificates",
                "t"));
        assertThat(complete.security().tls().trustedCertificates()).isEqualTo(Path.of("t"));
    }

    @Test
    void aBadValueAndAnUnknownKeyAreNamed() {
        assertThatExceptionOfType(InvalidOptionException.class)
                .isThrownBy(() -> ClusterSettings.of(Map.of("taskmanager.numberOfTaskSlots", "0")))
                .withMessageContaining("taskmanager.numberOfTaskSlots");
        assertThat(ClusterSettings.of(Map.of("taskmanager.slots", "3"))
                        .unknown()
                        .orElseThrow())
                .contains("'taskmanager.slots'", "taskmanager.numberOfTaskSlots");
        assertThat(ClusterSettings.of(Map.of("heartbeat.timeout", "3 s")).unknown())
                .isEmpty();
    }

    @Test
    void silenceIsNoticedTwoHeartbeatsLateAtMost() {
        Configuration configuration =
                new Configuration(Map.of("heartbeat.timeout", "3 s", "heartbeat.interval", "700 ms"));
        assertThat(ClusterOptions.noticed(configuration)).isEqualTo(Duration.ofMillis(4_400));
        assertThatExceptionOfType(InvalidOptionException.class)
                .isThrownBy(() -> ClusterSettings.of(Map.of("heartbeat.interval", "often")))
                .withMessageContaining("heartbeat.interval");
    }
}
