package io.github.foggara.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {
    private static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        Words.split(line, tally -> {
            assertThat(tally.count()).isEqualTo(1);
            words.add(tally.word());
        });
        return words;
    }

    @Test
    void wordIsAMaximalRunOfLettersAndDigits() {
        assertThat(split("It's 3 O'Clock, foo_bar (baz)."))
                .containsExactly("it", "s", "3", "o", "clock", "foo", "bar", "baz");
        assertThat(split("one")).containsExactly("one");
        assertThat(split("  a1-b2  ")).containsExactly("a1", "b2");
    }

    @Test
    void lineWithoutWordsGivesNone() {
        assertThat(split("")).isEmpty();
        assertThat(split(" \t--- ***")).isEmpty();
    }

    @Test
    void lettersOfAllScriptsCount() {
        assertThat(split("Größe ÉTÉ Ελλάδα 北京 ٣٤ naïve"))
                .containsExactly("größe", "été", "ελλάδα", "北京", "٣٤", "naïve");
    }

    @Test
    void lettersOutsideTheBasicPlaneAreWholeAndEmojiAreNone() {
        String deseret = "\uD801\uDC00x";
        assertThat(split("a" + deseret + " b")).containsExactly("a\uD801\uDC28x", "b");
        assertThat(split("a\uD83D\uDE00b")).containsExactly("a", "b");
    }

    @Test
    void combiningMarkAndLoneSurrogateEndAWord() {
        assertThat(split("e\u0301te")).containsExactly("e", "te");
        assertThat(split("a\uD801 b")).containsExactly("a", "b");
    }
}
