package io.github.foggara.recovery.failover.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the container will read: under which name each strategy is found, and that new options do not replace it. */
class ServiceDescriptionTest {
    @ParameterizedTest
    @CsvSource({
        "FullFailoverComponent, FailoverStrategy, full",
        "RegionFailoverComponent, FailoverStrategy, region",
        "NoRestartComponent, RestartBackoffStrategy, none",
        "FixedDelayComponent, RestartBackoffStrategy, fixed-delay",
        "ExponentialDelayComponent, RestartBackoffStrategy, exponential-delay",
        "FailureRateComponent, RestartBackoffStrategy, failure-rate"
    })
    void aStrategyIsAPlugin(String component, String service, String name) throws IOException {
        String type = getClass().getPackageName() + "." + component;
        try (InputStream in = getClass().getResourceAsStream("/OSGI-INF/" + type + ".xml")) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("immediate=\"true\"")
                    .contains("modified=\"modified\"")
                    .contains("configuration-pid=\"foggara.recovery.failover\"")
                    .contains("<provide interface=\"io.github.foggara.api.failover." + service + "\"/>")
                    .contains("name=\"foggara.plugin\" type=\"String\" value=\"" + name + "\"");
        }
    }
}
