package io.github.foggara.api.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts through bytes and back. */
class RecordBytesTest {
    private static String through(String text) {
        RecordOutput out = new RecordOutput(16);
        out.writeString(text);
        return new RecordInput(out.toByteArray()).readString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "käse €",
                "\uD83D\uDE00",
                "\uFFFD",
                "\uD83D",
                "\uDE00",
                "a\uDE00\uD83Db",
                "\uFFFD\uD800x"
            })
    void aTextComesBackAsItWas(String text) {
        assertThat(through(text)).isEqualTo(text);
    }

    @Test
    void anySequenceOfCharsComesBack() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append((char) (random.nextBoolean() ? 0xD700 + random.nextInt(0xB00) : random.nextInt(0x10000)));
            }
            assertThat(through(text.toString())).isEqualTo(text.toString());
        }
    }

    @Test
    void anInputGoesOnWithOtherBytes() {
        RecordInput in = new RecordInput(new byte[] {1, 2, 3});
        in.readByte();
        in.reset(new byte[] {4, 5, 6, 7}, 1, 2);
        assertThat(in.remaining()).isEqualTo(2);
        assertThat(in.readShort()).isEqualTo((short) 0x0506);
        assertThatThrownBy(in::readByte).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> in.reset(new byte[3], 2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void wellFormedTextIsPlainUtf8() {
        RecordOutput out = new RecordOutput(16);
        out.writeString("é\uD83D\uDE00");
        byte[] utf8 = "é\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);
        RecordInput in = new RecordInput(out.toByteArray());
        assertThat(in.readLength()).isEqualTo(utf8.length);
        assertThat(in.readBytes(utf8.length)).isEqualTo(utf8);
    }
}
