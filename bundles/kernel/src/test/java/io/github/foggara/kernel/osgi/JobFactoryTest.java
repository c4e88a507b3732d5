package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobFactoryTest {
    private final Map<String, Map<String, String>> configured = new TreeMap<>();
    private final List<String> vanished = new ArrayList<>();
    private final JobFactory factory = new JobFactory(configured::put, vanished::add);

    @Test
    void theNameIsWhatFollowsTheTilde() {
        assertThat(JobFactory.name("foggara.job~words")).isEqualTo("words");
        assertThat(JobFactory.name("foggara.job~a~b-c")).isEqualTo("a~b-c");
    }

    @Test
    void aConfigurationWithoutNameHasTheOneThatWasMadeUp() {
        assertThat(JobFactory.name("foggara.job.1234-5678")).isEqualTo("1234-5678");
    }

    @Test
    void valuesOfAnyTypeBecomeTexts() {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("parallelism", 2);
        properties.put("pipeline.object-reuse", true);
        properties.put("arg.names", new String[] {"a", "b"});
        properties.put("arg.sizes", new int[] {1, 2});
        properties.put("arg.list", List.of("x", 3));

        factory.updated("foggara.job~words", properties);

        assertThat(configured)
                .isEqualTo(Map.of(
                        "words",
                        Map.of(
                                "parallelism", "2",
                                "pipeline.object-reuse", "true",
                                "arg.names", "a,b",
                                "arg.sizes", "1,2",
                                "arg.list", "x,3")));
    }

    @Test
    void aDeletedConfigurationVanishes() {
        factory.deleted("foggara.job~words");

        assertThat(vanished).containsExactly("words");
    }
}
