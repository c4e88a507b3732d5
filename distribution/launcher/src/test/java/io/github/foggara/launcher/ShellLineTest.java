package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellLineTest {
    @Test
    void oneWordIsALineAsItStands() {
        assertThat(ShellLine.of(new String[] {"job:list | grep x"})).isEqualTo("job:list | grep x");
    }

    @Test
    void severalWordsStaySeveralWords() {
        assertThat(ShellLine.of(
                        new String[] {"job:submit", "wc", "--input", "/tmp/x/ü ñ.txt", "", "it's", "a\"$b\\", "*"}))
                .isEqualTo("job:submit wc --input \"/tmp/x/ü ñ.txt\" \"\" it\\'s \"a\\\"\\$b\\\\\" \"*\"");
    }
}
