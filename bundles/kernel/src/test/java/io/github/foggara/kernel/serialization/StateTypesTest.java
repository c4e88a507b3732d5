package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.kernel.serialization.Samples.Tags;
import io.github.foggara.kernel.serialization.Samples.Word;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StateTypesTest {
    private final StateTypes types = TypeTable.of(List.of(Word.class, Samples.Drawing.class, Samples.Colour.class))
            .stateTypes();

    @Test
    void valuesComeBackThroughTheTypesTheyWereWrittenWith() {
        StateTypes written = types.written(types.table(), ProgramVersion.STATE);
        assertThat(written.table()).isEqualTo(types.table());
        for (Object value : List.of(new Word("w", 1), Samples.Colour.GREEN, 5L, "text", List.of(new Word("w", 1)))) {
            RecordOutput out = new RecordOutput(16);
            types.codec(Object.class).encode(value, out);
            assertThat(written.codec(Object.class).decode(new RecordInput(out.toByteArray())))
                    .isEqualTo(value);
            assertThat(written.keyCodec(Object.class).decode(new RecordInput(out.toByteArray())))
                    .isEqualTo(value);
        }
    }

    @Test
    void aTypeWithoutCodecIsRefusedWhenItIsDeclared() {
        assertThatThrownBy(() -> types.codec(Samples.Unknown.class))
                .isInstanceOf(UnregisteredTypeException.class)
                .hasMessageContaining("env.register(Samples.Unknown.class)");
        assertThatThrownBy(() -> types.codec(Tags.class)).hasMessageContaining("env.register(Samples.Tags.class)");
        assertThatThrownBy(() -> types.codec(Word[].class)).hasMessageContaining("env.register(Samples.Word[].class)");
        assertThatThrownBy(() -> types.codec(AtomicLong.class)).hasMessageContaining("belongs to the JDK");
    }

    @Test
    void builtInAndOpenTypesNeedNoRegistration() {
        for (Class<?> type : List.of(
                long.class,
                Long.class,
                String.class,
                List.class,
                Map.class,
                Object.class,
                Number.class,
                int[].class,
                Samples.Shape.class,
                Samples.Colour.class,
                Samples.Colour.GREEN.getClass(),
                List.of().getClass())) {
            assertThat(types.codec(type)).as("%s", type).isNotNull();
        }
        RecordCodec<Object> any = types.codec(Object.class);
        assertThatThrownBy(() -> any.encode(new Samples.Unknown(), new RecordOutput(16)))
                .isInstanceOf(UnregisteredTypeException.class);
    }

    @Test
    void codecsOfASnapshotOnlyDecode() {
        RecordCodec<Word> codec =
                types.written(types.table(), ProgramVersion.STATE).codec(Word.class);
        Word word = new Word("w", 1);
        assertThatThrownBy(() -> codec.encode(word, new RecordOutput(16)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("only decode");
        assertThatThrownBy(() -> codec.copy(word)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> codec.immutable(word)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> codec.estimateBytes(word)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aDamagedTableIsRefused() {
        assertThatThrownBy(() -> types.written(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, ProgramVersion.STATE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The type table of a snapshot is damaged");
    }

    @Test
    void damagedValuesAreReadOrRefusedAndNothingElse() {
        ProgramVersion then = ProgramVersion.of(
                "record Word(String text, Word next, List<Object> gone, long count, Account account) {}",
                "class Account { String owner = \"o\"; Object any = List.of(1); }");
        ProgramVersion now = ProgramVersion.of(
                "record Word(String text, Word next, int more, Account account) {}",
                "class Account { String owner; Object any; }");
        Object inner = then.make("Word", "in", null, List.of(), 1L, then.make("Account"));
        Object word = then.make("Word", "w", inner, List.of("a", 5, Map.of("k", inner)), 3L, null);
        byte[] bytes = then.encode(word);
        RecordCodec<Object> codec =
                now.types().written(then.types().table(), ProgramVersion.STATE).codec(Object.class);
        assertThat(codec.decode(new RecordInput(bytes)).toString())
                .startsWith("Word[text=w, next=Word[text=in, next=null, more=0");
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(new RecordInput(cut))).isInstanceOf(IllegalArgumentException.class);
        }
        SplittableRandom random = new SplittableRandom(3);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                codec.decode(new RecordInput(damaged));
            } catch (IllegalArgumentException | IncompatibleStateException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1, 19_999);
    }
}
