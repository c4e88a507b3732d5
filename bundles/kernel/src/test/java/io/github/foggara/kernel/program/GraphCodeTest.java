package io.github.foggara.kernel.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GraphCodeTest {
    private final GraphCode code = new GraphCode();

    private Object of(String fingerprint) {
        return code.of(fingerprint, Object.class, Object::new);
    }

    @Test
    void equalGraphsHaveTheSameCode() {
        Object first = of("a");
        assertThat(of("b")).isNotSameAs(first);
        assertThat(of("a")).isSameAs(first);
    }

    @Test
    void theLeastRecentlyUsedGoes() {
        Object used = of("used");
        Object unused = of("unused");
        for (int i = 0; i < 15; i++) {
            of("other " + i);
            assertThat(of("used")).isSameAs(used);
        }
        assertThat(of("unused")).isNotSameAs(unused);
    }
}
