package io.github.foggara.state.heap.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the container will read: under which name the backend is found, and that a configuration does not replace it. */
class ServiceDescriptionTest {
    @Test
    void theBackendIsAPlugin() throws IOException {
        String type = HeapStateBackendComponent.class.getName();
        try (InputStream in = getClass().getResourceAsStream("/OSGI-INF/" + type + ".xml")) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("immediate=\"true\"")
                    .contains("modified=\"modified\"")
                    .contains("configuration-pid=\"foggara.state.heap\"")
                    .contains("<provide interface=\"io.github.foggara.api.state.StateBackend\"/>")
                    .contains("name=\"foggara.plugin\" type=\"String\" value=\"heap\"");
        }
    }
}
