package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.cluster.ClusterSettings;
import io.github.foggara.kernel.cluster.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterConfigurationTest {
    private final List<ClusterSettings> first = new ArrayList<>();
    private final List<Map<String, String>> later = new ArrayList<>();

    private ClusterConfiguration of(Role role) {
        return new ClusterConfiguration(role, first::add, later::add);
    }

    @Test
    void theEngineBeginsWithTheFirstThatIsAccepted() {
        ClusterConfiguration configuration = of(Role.JOBMASTER);
        configuration.updated(null);
        assertThat(configuration.problems())
                .containsExactly(
                        "This jobmaster has not begun: it waits for its configuration, conf/foggara.cluster.cfg");
        configuration.updated(new Hashtable<>(Map.of("service.pid", "foggara.cluster")));
        assertThat(first).isEmpty();
        assertThat(configuration.problems()).singleElement().asString().contains("is refused", "security.secret-file");
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/s")));
        assertThat(first).singleElement().satisfies(s -> assertThat(s.role()).isEqualTo(Role.JOBMASTER));
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/t", "felix.fileinstall.filename", "f")));
        assertThat(later).containsExactly(Map.of("security.secret-file", "/t", "role", "jobmaster"));
        configuration.updated(null);
        assertThat(first).hasSize(1);
    }

    @Test
    void theRoleStaysWhateverTheConfigurationSays() {
        ClusterConfiguration configuration = of(Role.TASKMANAGER);
        configuration.updated(new Hashtable<>(Map.of("role", "jobmaster", "security.secret-file", "/s")));
        assertThat(first).singleElement().satisfies(s -> assertThat(s.role()).isEqualTo(Role.TASKMANAGER));
        ClusterConfiguration alone = of(Role.EMBEDDED);
        alone.updated(new Hashtable<>(Map.of("role", "jobmaster", "security.secret-file", "/s")));
        assertThat(first).hasSize(1);
        assertThat(later).isEmpty();
    }

    @Test
    void anEngineThatCouldNotBeginBeginsWithTheNextConfiguration() {
        List<String> failures = new ArrayList<>(List.of("the disk is full", "", ""));
        ClusterConfiguration configuration = new ClusterConfiguration(
                Role.JOBMASTER,
                settings -> {
                    String failure = failures.remove(0);
                    if (!failure.isEmpty()) {
                        throw new UncheckedIOException(new IOException(failure));
                    }
                    first.add(settings);
                },
                later::add);
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/s")));
        assertThat(configuration.problems())
                .singleElement()
                .asString()
                .contains("has not begun", "could not begin", "the disk is full", "foggara.cluster.cfg");
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/t")));
        assertThat(first).hasSize(1);
        assertThat(later).isEmpty();
        configuration.updated(new Hashtable<>(Map.of("security.secret-file", "/u")));
        assertThat(first).hasSize(1);
        assertThat(later).hasSize(1);
    }
}
