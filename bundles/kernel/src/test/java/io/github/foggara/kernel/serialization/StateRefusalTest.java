package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** Changes of a program that its state does not survive: refused in words, naming state, type, component, old and new. */
class StateRefusalTest {
    private static final String WORD = "record Word(String text, long count) {}";

    private final ProgramVersion then = ProgramVersion.of(WORD);

    /** Refused with the first value, and before it where the type is declared. */
    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
            ProgramVersion then, ProgramVersion now, String declared, Object value) {
        StateTypes written = now.types().written(then.types().table(), ProgramVersion.STATE);
        assertThatThrownBy(() -> written.codec(now.type(declared)))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageStartingWith("State 'seen' of operator 'count' cannot be restored: ");
        return assertThatThrownBy(() -> now.restore(then, value))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageStartingWith("State 'seen' of operator 'count' cannot be restored: ");
    }

    @Test
    void aComponentOfAnotherType() {
        Object word = then.make("Word", "w", 3L);
        assertRefused(then, ProgramVersion.of("record Word(String text, int count) {}"), "Word", word)
                .hasMessageContainingAll("component count", "record demo.Word", "type long", "now int", "another name");
        assertRefused(then, ProgramVersion.of("record Word(String text, Long count) {}"), "Word", word)
                .hasMessageContainingAll("count", "type long", "now java.lang.Long");
    }

    @Test
    void aComponentWithAnotherTypeArgument() {
        ProgramVersion before = ProgramVersion.of("record Tags(List<String> tags) {}");
        assertRefused(
                        before,
                        ProgramVersion.of("record Tags(List<Long> tags) {}"),
                        "Tags",
                        before.make("Tags", List.of("t")))
                .hasMessageContainingAll("tags", "java.util.List<java.lang.String>", "java.util.List<java.lang.Long>");
    }

    @Test
    void aRenamedComponentIsNotTakenForOneRemovedAndOneAdded() {
        assertRefused(
                        then,
                        ProgramVersion.of("record Word(String text, long total, int extra) {}"),
                        "Word",
                        then.make("Word", "w", 3L))
                .hasMessageContainingAll("demo.Word", "count", "total", "type long", "renamed", "keep the old name");
    }

    @Test
    void aRecordInsideAnother() {
        String order = "record Order(Map<String, List<Word>> words) {}";
        ProgramVersion before = ProgramVersion.of(WORD, order);
        ProgramVersion now = ProgramVersion.of("record Word(String text, double count) {}", order);
        Object value = before.make("Order", Map.of("k", List.of(before.make("Word", "w", 1L))));
        assertRefused(before, now, "Order", value).hasMessageContainingAll("demo.Word", "count", "long", "double");
    }

    @Test
    void aClassThatMoved() {
        ProgramVersion now = ProgramVersion.of("interface Words { record Word(String text, long count) {} }");
        TypeTable table = TypeTable.of(List.of(now.type("Words$Word")));
        StateTypes written = table.stateTypes().written(then.types().table(), ProgramVersion.STATE);
        assertThatThrownBy(() -> written.codec(now.type("Words$Word")))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("State 'seen'", "demo.Words$Word", "full name");
        assertThatThrownBy(() ->
                        written.codec(Object.class).decode(new RecordInput(then.encode(then.make("Word", "w", 3L)))))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("no type demo.Word any more", "demo.Words$Word", "keep the old one");
    }

    @Test
    void aClassThatIsGoneOrNoLongerRegistered() {
        String box = "record Box(Object any) {}";
        ProgramVersion before = ProgramVersion.of(WORD, box);
        ProgramVersion now = ProgramVersion.of(box);
        assertThatThrownBy(() -> now.restore(before, before.make("Box", before.make("Word", "w", 1L))))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("no type demo.Word any more", "env.register(Word.class)");
    }

    @Test
    void aConstantThatWasRemovedOrRenamed() {
        ProgramVersion before = ProgramVersion.of("enum Colour { RED, GREEN, BLUE }");
        assertRefused(
                        before,
                        ProgramVersion.of("enum Colour { RED, BLUE }"),
                        "Colour",
                        before.constant("Colour", "RED"))
                .hasMessageContainingAll(
                        "enum demo.Colour", "no constant GREEN", "RED, GREEN, BLUE", "RED, BLUE", "Keep");
        assertRefused(
                        before,
                        ProgramVersion.of("enum Colour { RED, OLIVE, BLUE }"),
                        "Colour",
                        before.constant("Colour", "GREEN"))
                .hasMessageContainingAll("no constant GREEN", "OLIVE");
    }

    @Test
    void aClassOfAnotherKind() {
        assertRefused(
                        then,
                        ProgramVersion.of("class Word { String text; long count; }"),
                        "Word",
                        then.make("Word", "w", 3L))
                .hasMessageContainingAll("demo.Word", "was a record", "a class that is no record");
    }

    @Test
    void aClassWithOtherFields() {
        ProgramVersion before = ProgramVersion.of("class Account { String owner; long balance; }");
        Object account = before.make("Account");
        for (String fields : List.of(
                "String owner; long balance; int more;",
                "String owner;",
                "String owner; int balance;",
                "String name; long balance;")) {
            assertRefused(before, ProgramVersion.of("class Account { " + fields + " }"), "Account", account)
                    .hasMessageContainingAll(
                            "class demo.Account", "java.lang.String owner, long balance", "must keep its fields");
        }
    }

    @Test
    void aFieldOfASuperclassAndOneWhoseClassIsFinalNow() {
        ProgramVersion before = ProgramVersion.of(
                "class Base { int x; }", "class Derived extends Base { Part part; }", "class Part { int p; }");
        Object derived = before.make("Derived");
        String part = "class Part { int p; }";
        String both = "class Derived extends Base { Part part; }";
        assertRefused(before, ProgramVersion.of("class Base { int x; int y; }", both, part), "Derived", derived)
                .hasMessageContainingAll("demo.Derived", "int x", "int y");
        assertRefused(before, ProgramVersion.of("class Base { int x; }", both, "final " + part), "Derived", derived)
                .hasMessageContainingAll("demo.Derived", "demo.Part part", "final demo.Part part");
    }

    @Test
    void whatAnObjectHoldsIsNamedAsWell() {
        String holder =
                "class Holder { Object any; List<Object> all = new ArrayList<>(); Holder() {} Holder(Object o) { any = o; } }";
        ProgramVersion before = ProgramVersion.of(holder, "class Part { int p; }", WORD);
        ProgramVersion now = ProgramVersion.of(holder);
        for (Object part : List.of(before.make("Part"), before.make("Word", "w", 1L))) {
            assertThatThrownBy(() -> now.restore(before, before.make("Holder", part)))
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContainingAll(
                            "State 'seen'", "no type " + part.getClass().getName() + " any more");
        }
    }

    @Test
    void whatAnObjectHoldsInAFieldOfAFinalClass() {
        String holder = "class Holder { Part part = new Part(); Word word = new Word(\"w\", 1); }";
        String part = "final class Part { int p; }";
        ProgramVersion before = ProgramVersion.of(holder, part, WORD);
        assertRefused(
                        before,
                        ProgramVersion.of(holder, "final class Part { long p; }", WORD),
                        "Holder",
                        before.make("Holder"))
                .hasMessageContainingAll("class demo.Part", "int p", "long p");
        ProgramVersion now = ProgramVersion.of(holder, part, "record Word(String text, int count) {}");
        assertRefused(before, now, "Holder", before.make("Holder"))
                .hasMessageContainingAll("demo.Word", "count", "type long", "now int");
    }

    @Test
    void aCodecOfAnotherVersion() {
        TypeRow row = TypeRow.of(then.table().entries().get(0));
        byte[] table = TypeTableFormat.encode(
                List.of(new TypeRow(row.id(), row.type(), row.kind(), row.version() + 1, row.components())));
        StateTypes written = then.types().written(table, ProgramVersion.STATE);
        assertThatThrownBy(() -> written.codec(then.type("Word")))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("demo.Word", "version 2 of the codec", "version 1");
    }

    @Test
    void anythingThatChangesAKey() {
        ProgramVersion before = ProgramVersion.of("record Key(String user, Part part) {}", "record Part(int p) {}");
        Object key = before.make("Key", "u", before.make("Part", 1));
        for (String[] sources : new String[][] {
            {"record Key(String user, Part part, int more) {}", "record Part(int p) {}"},
            {"record Key(String user) {}", "record Part(int p) {}"},
            {"record Key(Part part, String user) {}", "record Part(int p) {}"},
            {"record Key(String user, Part part) {}", "record Part(int p, boolean q) {}"},
        }) {
            ProgramVersion now = ProgramVersion.of(sources);
            StateTypes written = now.types().written(before.types().table(), ProgramVersion.STATE);
            assertThat(ProgramVersion.decode(written, before.encode(key), Object.class))
                    .isNotNull();
            assertThatThrownBy(() -> written.keyCodec(now.type("Key")))
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContainingAll("is a key, or part of one", "demo.", "Keys must stay");
            assertThatThrownBy(() -> written.keyCodec(Object.class).decode(new RecordInput(before.encode(key))))
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContaining("is a key, or part of one");
        }
    }

    @Test
    void aDeclaredTypeThatIsAnotherThanTheOneWritten() {
        StateTypes same = then.types().written(then.types().table(), ProgramVersion.STATE);
        ProgramVersion now = ProgramVersion.of(WORD, "record Other(int o) {}");
        for (StateTypes written : List.of(same, now.types().written(then.types().table(), ProgramVersion.STATE))) {
            assertThatThrownBy(() -> written.codec(String.class).decode(new RecordInput(then.encode(5L))))
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContainingAll("State 'seen'", "java.lang.Long", "java.lang.String", "another name");
        }
        StateTypes written = now.types().written(then.types().table(), ProgramVersion.STATE);
        assertThatThrownBy(() -> written.codec(now.type("Other")))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("without values of demo.Other", "full name");
    }

    @Test
    void elementsThatBecameEqual() {
        ProgramVersion now = ProgramVersion.of("record Word(String text) {}");
        Object one = then.make("Word", "w", 1L);
        Object two = then.make("Word", "w", 2L);
        for (Object value :
                List.of(Set.of(one, two), new HashSet<>(Set.of(one, two)), new HashMap<>(Map.of(one, 1, two, 2)))) {
            assertThatThrownBy(() -> now.restore(then, value))
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContainingAll("2 different elements", "only 1");
        }
        assertThat((List<?>) now.restore(then, new ArrayList<>(List.of(one, two))))
                .hasSize(2);
    }

    @Test
    void aConstructorThatRefusesTheDefault() {
        ProgramVersion now = ProgramVersion.of(
                "record Word(String text, long count, String more) { public Word { Objects.requireNonNull(more, \"more\"); } }");
        assertThatThrownBy(() -> now.restore(then, then.make("Word", "w", 3L)))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("constructor of the record demo.Word", "more", "null");
    }
}
