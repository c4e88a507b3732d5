package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.state.StateTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes of a program that its state survives. */
class StateEvolutionTest {
    private static final String WORD = "record Word(String text, long count) {}";

    private final ProgramVersion then = ProgramVersion.of(WORD);

    @Test
    void addedComponentsBeginWithTheirDefault() {
        ProgramVersion now = ProgramVersion.of(
                "record Word(boolean a, byte b, short c, char d, int e, String text, float f, double g,"
                        + " String h, Long i, Optional<String> j, List<String> k, Collection<String> l, Set<String> m,"
                        + " Map<String, String> n, Iterable<String> o, long count, long p, ArrayList<String> q, long[] r) {}");
        assertThat(now.restore(then, then.make("Word", "w", 3L)))
                .hasToString(
                        "Word[a=false, b=0, c=0, d=\0, e=0, text=w, f=0.0, g=0.0, h=null, i=null, j=Optional.empty, k=[],"
                                + " l=[], m=[], n={}, o=[], count=3, p=0, q=null, r=null]");
    }

    @Test
    void removedComponentsAreSkippedWithClassesThatAreGone() {
        ProgramVersion full = ProgramVersion.of(
                "record Word(String text, Gone one, List<Gone> list, Map<String, Gone> map, Optional<Gone> maybe, Gone[] array,"
                        + " Mode mode, Loose loose, int[] numbers, Object nothing, Set<Object> set, double weight, long count) {}",
                "record Gone(byte size, String name, Gone inner) {}",
                "enum Mode { ON, OFF }",
                "class Loose { int size = 3; Gone gone; List<Gone> all = new ArrayList<>(); }");
        Object gone = full.make("Gone", (byte) 1, "n", full.make("Gone", (byte) 2, null, null));
        Object word = full.make(
                "Word",
                "w",
                gone,
                List.of(gone),
                Map.of("k", gone),
                Optional.of(gone),
                full.array("Gone", gone, null),
                full.constant("Mode", "OFF"),
                full.make("Loose"),
                new int[] {1, 2},
                null,
                Set.of(gone, 5L),
                1.5,
                3L);
        assertThat(then.restore(full, word)).isEqualTo(then.make("Word", "w", 3L));
    }

    @Test
    void componentsMayBeReorderedRemovedAndAddedTogether() {
        ProgramVersion now = ProgramVersion.of("record Word(long count, Boolean seen, String text) {}");
        assertThat(now.restore(then, then.make("Word", "w", 3L))).hasToString("Word[count=3, seen=null, text=w]");
        ProgramVersion other = ProgramVersion.of("record Word(double mean, String text) {}");
        assertThat(other.restore(then, then.make("Word", "w", 3L))).hasToString("Word[mean=0.0, text=w]");
    }

    @Test
    void idsMoveWithTypesThatComeAndGo() {
        ProgramVersion wide = ProgramVersion.of(WORD, "record Able(int a) {}", "record Zero(int z) {}");
        Object word = then.make("Word", "w", 3L);
        assertThat(wide.restore(then, word)).isEqualTo(wide.make("Word", "w", 3L));
        assertThat(then.restore(wide, wide.make("Word", "w", 3L))).isEqualTo(word);
    }

    @Test
    void recordsInsideRecordsAndCollectionsEvolve() {
        String order =
                "record Order(Word word, List<Word> list, Map<Word, Word> map, Optional<Word> maybe, Word[] array,"
                        + " Object any) {}";
        ProgramVersion before = ProgramVersion.of(WORD, order);
        ProgramVersion now = ProgramVersion.of(
                "record Word(String text, long count, int more) {}",
                order.replace(" Object any", " Object any, String note"));
        Object word = before.make("Word", "w", 3L);
        Object value = before.make(
                "Order",
                word,
                new ArrayList<>(List.of(word, word)),
                new HashMap<>(Map.of(word, word)),
                Optional.of(word),
                before.array("Word", word),
                Map.of("k", List.of(word)));
        String text = "Word[text=w, count=3, more=0]";
        assertThat(now.restore(before, value).toString().replaceFirst("\\[Ldemo.Word;@\\w+", "ARRAY"))
                .isEqualTo("Order[word=" + text + ", list=[" + text + ", " + text + "], map={" + text + "=" + text
                        + "}, maybe=Optional[" + text + "], array=ARRAY, any={k=[" + text + "]}, note=null]");
    }

    @Test
    void recordsOfRecordsOfTheirOwnTypeEvolve() {
        ProgramVersion before = ProgramVersion.of("record Tree(Tree left, Tree right, String name) {}");
        ProgramVersion now = ProgramVersion.of("record Tree(String name, Tree right, int depth, List<Tree> more) {}");
        Object leaf = before.make("Tree", null, null, "leaf");
        assertThat(now.restore(before, before.make("Tree", leaf, leaf, "root")))
                .hasToString("Tree[name=root, right=Tree[name=leaf, right=null, depth=0, more=[]], depth=0, more=[]]");
    }

    @Test
    void constantsOfEnumsAreFoundByName() {
        ProgramVersion before =
                ProgramVersion.of("enum Colour { RED, GREEN { public String toString() { return \"g\"; } }, BLUE }");
        ProgramVersion now = ProgramVersion.of("enum Colour { WHITE, BLUE, GREEN, RED { } }");
        for (String name : List.of("RED", "GREEN", "BLUE")) {
            assertThat(now.restore(before, before.constant("Colour", name))).isSameAs(now.constant("Colour", name));
        }
        assertThat(now.restore(before, List.of(before.constant("Colour", "RED"))))
                .isEqualTo(List.of(now.constant("Colour", "RED")));
    }

    @Test
    void objectsWithTheSameFieldsComeBackWithWhatHasEvolvedInThem() {
        String fields =
                "String owner = \"o\"; long balance = 7; Word first; List<Word> all = new ArrayList<>(); Mode mode = Mode.ON; ";
        String text = "public String toString() { return owner + balance + first + all + mode + other; } "
                + "Account() {} Account(Word w, Object o) { first = w; all.add(w); other = o; }";
        ProgramVersion before = ProgramVersion.of(
                "final class Account { " + fields + "Object other;" + text + "}",
                WORD,
                "enum Mode { OFF, ON }",
                "class Other { int x = 5; }");
        ProgramVersion now = ProgramVersion.of(
                "final class Account { Object other;" + fields + text + "}",
                "record Able(int a) {}",
                "record Word(int more, String text, long count) {}",
                "enum Mode { ON, OFF }",
                "class Other { int x; public String toString() { return \"other\" + x; } }");
        Object account = before.make("Account", before.make("Word", "w", 3L), before.make("Other"));
        String word = "Word[more=0, text=w, count=3]";
        assertThat(now.restore(before, account)).hasToString("o7" + word + "[" + word + "]ONother5");
    }

    @Test
    void aSealedTypeMayPermitMore() {
        String square = "record Square(double side) implements Shape {}";
        ProgramVersion before = ProgramVersion.of("sealed interface Shape permits Square {}", square);
        ProgramVersion now = ProgramVersion.of(
                "sealed interface Shape permits Circle, Square {}",
                square,
                "record Circle(double r) implements Shape {}");
        StateTypes written = now.types().written(before.types().table(), ProgramVersion.STATE);
        assertThat(ProgramVersion.decode(written, before.encode(before.make("Square", 2.0)), now.type("Shape")))
                .isEqualTo(now.make("Square", 2.0));
    }

    @Test
    void builtInTypesNeedNoEntry() {
        ProgramVersion now = ProgramVersion.of("record Other(int o) {}");
        for (Object value : List.of("text", 7L, List.of(1, "two"), Map.of("k", 1.5), Optional.empty())) {
            assertThat(now.restore(then, value)).isEqualTo(value);
        }
        StateTypes written = now.types().written(then.types().table(), ProgramVersion.STATE);
        assertThat(ProgramVersion.decode(written, then.encode(5L), long.class)).isEqualTo(5L);
        assertThat(ProgramVersion.decode(written, then.encode("k"), String.class))
                .isEqualTo("k");
    }

    @Test
    void aChangeOfATypeThatTheStateDoesNotHoldIsNobodysMatter() {
        ProgramVersion before = ProgramVersion.of(WORD, "record Line(int number) {}", "record Box(Object any) {}");
        ProgramVersion now =
                ProgramVersion.of(WORD, "record Line(String number) {}", "record Box(Object any, int x) {}");
        StateTypes written = now.types().written(before.types().table(), ProgramVersion.STATE);
        Object word = before.make("Word", "w", 3L);
        assertThat(ProgramVersion.decode(written, before.encode(word), now.type("Word")))
                .isEqualTo(now.make("Word", "w", 3L));
        assertThat(ProgramVersion.decode(written, before.encode(before.make("Box", word)), now.type("Box")))
                .isEqualTo(now.make("Box", now.make("Word", "w", 3L), 0));
    }

    @Test
    void keysMayMoveTheirIdsAndConstants() {
        ProgramVersion before = ProgramVersion.of("record Key(String user, Mode mode) {}", "enum Mode { A, B }");
        ProgramVersion now = ProgramVersion.of(
                "record Key(String user, Mode mode) {}", "enum Mode { B, C, A }", "record Able(int a) {}");
        StateTypes written = now.types().written(before.types().table(), ProgramVersion.STATE);
        Object key = before.make("Key", "u", before.constant("Mode", "A"));
        Object restored = written.keyCodec(now.type("Key"))
                .decode(new io.github.foggara.api.types.RecordInput(before.encode(key)));
        assertThat(restored).isEqualTo(now.make("Key", "u", now.constant("Mode", "A")));
        KeyGroups groups = new KeyGroups(128, 1);
        assertThat(groups.group(restored)).isEqualTo(groups.group(key));
    }

    @Test
    void equalTablesAreReadByTheOrdinaryCodecs() {
        ProgramVersion again = ProgramVersion.of(WORD);
        assertThat(again.types().table()).isEqualTo(then.types().table());
        assertThat(again.restore(then, then.make("Word", "w", 3L))).isEqualTo(again.make("Word", "w", 3L));
    }
}
