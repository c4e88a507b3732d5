package io.github.foggara.window.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the container will read: under which name the operators are found, and that a configuration does not replace them. */
class ServiceDescriptionTest {
    @Test
    void theOperatorsAreAPlugin() throws IOException {
        String type = PartitionWindowComponent.class.getName();
        try (InputStream in = getClass().getResourceAsStream("/OSGI-INF/" + type + ".xml")) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("immediate=\"true\"")
                    .contains("modified=\"modified\"")
                    .contains("configuration-pid=\"foggara.window\"")
                    .contains("<provide interface=\"io.github.foggara.api.task.OperatorProvider\"/>")
                    .contains("name=\"foggara.plugin\" type=\"String\" value=\"partition-window\"");
        }
    }
}
