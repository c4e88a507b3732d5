package io.github.foggara.kernel.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.kernel.config.JobOptions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.osgi.service.metatype.AttributeDefinition;
import org.osgi.service.metatype.ObjectClassDefinition;

class OptionFormTest {
    private final OptionForm form = new OptionForm(() -> List.of(JobOptions.SET));

    private AttributeDefinition field(String key) {
        return Stream.of(form.getObjectClassDefinition("foggara.job", null).getAttributeDefinitions(-1))
                .filter(field -> field.getID().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFieldTellsRangeDefaultAndWhenItIsInForce() {
        AttributeDefinition parallelism = field("parallelism");

        assertThat(parallelism.getDescription()).contains("from 1 to 32768", "by a restart of the job", "kernel");
        assertThat(parallelism.getDefaultValue()).containsExactly("1");
        assertThat(parallelism.validate("3")).isEmpty();
        assertThat(parallelism.validate("abc")).contains("parallelism", "'abc'");
    }

    @Test
    void everyDefaultIsAcceptedByItsOwnField() {
        for (AttributeDefinition field :
                form.getObjectClassDefinition("foggara.job", null).getAttributeDefinitions(-1)) {
            for (String value : field.getDefaultValue()) {
                assertThat(field.validate(value)).as(field.getID()).isEmpty();
            }
        }
    }

    @Test
    void enumsAreChoices() {
        assertThat(field("execution.runtime-mode").getOptionValues()).contains("STREAMING", "BATCH");
        assertThat(field("parallelism").getOptionValues()).isNull();
    }

    @Test
    void onlyTheProgramIsRequired() {
        ObjectClassDefinition definition = form.getObjectClassDefinition("foggara.job", "de");

        assertThat(definition.getAttributeDefinitions(ObjectClassDefinition.REQUIRED))
                .extracting(AttributeDefinition::getID)
                .containsExactly("program");
        assertThat(definition.getAttributeDefinitions(ObjectClassDefinition.OPTIONAL))
                .hasSize(definition.getAttributeDefinitions(ObjectClassDefinition.ALL).length - 1);
    }

    @Test
    void thereIsNoOtherForm() {
        assertThatThrownBy(() -> form.getObjectClassDefinition("other", null)).hasMessageContaining("'other'");
    }
}
