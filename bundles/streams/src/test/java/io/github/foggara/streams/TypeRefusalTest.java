package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.assertRefused;
import static io.github.foggara.streams.Programs.graph;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.streams.Programs.Word;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs that break a rule about record types, and those that satisfy it. */
class TypeRefusalTest {
    enum Colour {
        RED,
        GREEN {
            @Override
            int shade() {
                return 2;
            }
        };

        int shade() {
            return 1;
        }
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side, Colour colour) implements Shape {}

    record Drawing(
            String name, List<Shape> shapes, Map<Colour, Pen> pens, Instant when, BigDecimal price, int[] pixels) {}

    record Pen(double width) {}

    record WithThread(String name, Thread thread) {}

    record WithStream(InputStream stream) {}

    record WithFunction(String name, MapFunction<String, String> function) {}

    record WithNamedFunction(Upper function) {}

    record WithInterface(Runnable runnable) {}

    record WithArray(byte[] digest) {}

    record Nested(WithArray inner) {}

    record Tree(String name, List<Tree> children) {}

    static final class Upper implements MapFunction<String, String> {
        @Override
        public String map(String record) {
            return record.toUpperCase(java.util.Locale.ROOT);
        }
    }

    /** Has no equality of its own. */
    static final class Mutable {
        private int value;

        static Mutable of(String text) {
            Mutable mutable = new Mutable();
            mutable.value = text.length();
            return mutable;
        }

        int value() {
            return value;
        }
    }

    /** Equal to others by what it says itself. */
    record AnyCase(String text) {
        @Override
        public boolean equals(Object other) {
            return other instanceof AnyCase name && name.text.equalsIgnoreCase(text);
        }

        @Override
        public int hashCode() {
            return text.toLowerCase(java.util.Locale.ROOT).hashCode();
        }
    }

    record Holder(int number, AnyCase name) {}

    class Inner {
        private final String text;

        Inner(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text + TypeRefusalTest.this.hashCode();
        }
    }

    abstract static class Base {}

    private static Drawing draw(String name) {
        return new Drawing(name, List.of(), Map.of(), Instant.EPOCH, BigDecimal.ONE, new int[0]);
    }

    private static List<Pen> pens(String name) {
        return List.of(new Pen(name.length()));
    }

    private static Class<?>[] types(JobGraph graph) {
        return graph.types().stream().map(TypeRegistration::type).toArray(Class<?>[]::new);
    }

    /** Types of a generic method are erased in its lambda. */
    private static <T> MapFunction<T, T> same() {
        return t -> t;
    }

    @Test
    void recordsSeenInMethodReferencesRegisterWithAllTheyAreMadeOf() {
        JobGraph graph = graph(env -> env.fromElements("a").map(TypeRefusalTest::draw));
        assertThat(types(graph)).containsExactly(Drawing.class, Circle.class, Square.class, Colour.class, Pen.class);
    }

    @Test
    void elementsOfListsAndRecursiveRecordsRegister() {
        assertThat(types(graph(env -> env.fromElements("a").map(TypeRefusalTest::pens))))
                .containsExactly(Pen.class);
        assertThat(types(graph(env -> env.fromElements(new Tree("a", List.of())))))
                .containsExactly(Tree.class);
    }

    @Test
    void elementsOfACollectionRegister() {
        JobGraph graph = graph(env -> env.<Object>fromElements(Colour.GREEN, new Pen(1), 3L, List.of()));
        assertThat(types(graph)).containsExactly(Colour.class, Pen.class);
    }

    @Test
    void keysRegister() {
        JobGraph graph = graph(
                env -> env.fromElements("a").keyBy(s -> new Pen(s.length())).count());
        assertThat(types(graph)).containsExactly(Pen.class, KeyCount.class);
    }

    @Test
    void registerTakesSubclassesOnceAndKeepsTheirOrder() {
        JobGraph graph = graph(env -> env.register(Square.class, Pen.class, Pen.class, String.class, int.class)
                .register(Shape.class)
                .fromElements("a"));
        assertThat(types(graph)).containsExactly(Square.class, Colour.class, Pen.class, Circle.class);
    }

    @Test
    void unknownTypeOnItsWayToAnotherTaskIsRefused() {
        assertRefused(env -> env.fromElements("a")
                        .<String>flatMap(Programs::repeat)
                        .name("repeat")
                        .rebalance()
                        .map(same()))
                .contains("'repeat' (uid flat-map-2)", "'map' (uid map-3)", "by rebalance", ".returns(TheType.class)");
        assertRefused(env -> env.fromElements("a").map(same()).map(same()).setParallelism(2))
                .contains("map-2", "map-3");
        assertRefused(env -> env.fromElements("a").map(same()).keyBy(self()).process(echo()))
                .contains("map-2", "process-3", "by hash");
    }

    private static <T> KeySelector<T, T> self() {
        return t -> t;
    }

    private static <T> KeyedProcessFunction<T, T, T> echo() {
        return (t, context, out) -> out.collect(t);
    }

    @Test
    void unknownTypeIsToldByReturnsOrByTheNextFunction() {
        assertThat(graph(env -> env.fromElements("a")
                                .<Word>flatMap((line, out) -> Programs.split(line, out))
                                .returns(Word.class)
                                .rebalance()
                                .map(same()))
                        .node("flat-map-2")
                        .outputType())
                .isEqualTo(Word.class);
        JobGraph learned = graph(env -> env.fromElements("a")
                .<Word>flatMap((line, out) -> Programs.split(line, out))
                .keyBy(Word::text)
                .sum(Word::count));
        assertThat(learned.node("flat-map-2").outputType()).isEqualTo(Word.class);
        assertThat(types(learned)).containsExactly(Word.class);
    }

    @Test
    void unknownTypeInsideAChainIsAllowed() {
        JobGraph graph = graph(env -> env.fromElements("a").map(same()).map(same()));
        assertThat(graph.node("map-2").outputType()).isNull();
    }

    @Test
    void returnsThatContradictsTheFunctionIsRefused() {
        assertRefused(env -> {
                    @SuppressWarnings({"unchecked", "rawtypes"})
                    Class<Word> wrong = (Class) Pen.class;
                    env.fromElements("a").map(Word::new).returns(wrong);
                })
                .contains("map-2", "Word", "Pen");
    }

    @Test
    void keysWithoutValueEqualityAreRefused() {
        assertRefused(env -> env.fromElements("a").keyBy(String::getBytes)).contains("collection-1", "byte[]", "List");
        assertRefused(env -> env.fromElements("a").keyBy(Mutable::of)).contains("Mutable", "hashCode and equals");
        assertRefused(env -> env.fromElements(new Nested(null)).keyBy(Nested::inner))
                .contains("digest");
        assertRefused(env -> env.fromElements(new Nested(null)).map(n -> n).keyBy(n -> n))
                .contains("inner", "digest");
        assertThat(graph(env -> env.fromElements("a").keyBy(s -> Colour.RED).count())
                        .nodes())
                .hasSize(3);
    }

    @Test
    void keysThatSayThemselvesWhatIsEqualAreRefused() {
        assertRefused(env -> env.fromElements("a").keyBy(AnyCase::new))
                .contains("AnyCase", "defines equals itself", "Let the key selector yield");
        assertRefused(env -> env.fromElements(new Holder(1, new AnyCase("a")))
                        .map(h -> h)
                        .keyBy(h -> h))
                .contains("Holder", "its component name", "defines equals itself");
    }

    @Test
    void componentsThatNothingEncodesAreRefusedUnlessRegistered() {
        assertRefused(env -> env.fromElements("a").map(s -> new WithThread(s, null)))
                .contains("map-2", "WithThread.thread", "java.lang.Thread", "env.register(Thread.class)");
        assertRefused(env -> env.fromElements(new WithStream(null)))
                .contains("WithStream.stream", "java.io.InputStream");
        assertRefused(env -> env.fromElements(new WithFunction("a", null)))
                .contains("WithFunction.function", "functions are part of the program");
        assertRefused(env -> env.fromElements(new WithNamedFunction(null)))
                .contains("WithNamedFunction.function", "functions are part of the program");
        assertThat(types(graph(
                        env -> env.register(Thread.class).fromElements("a").map(s -> new WithThread(s, null)))))
                .contains(WithThread.class, Thread.class);
    }

    @Test
    void interfacesAreLeftToTheFirstRecord() {
        assertThat(types(graph(env -> env.fromElements(new WithInterface(null)))))
                .containsExactly(WithInterface.class);
    }

    @Test
    void innerAndAnonymousClassesAreRefused() {
        assertRefused(env -> env.fromElements(new Inner("a"))).contains("Inner", "inner class", "collection-1");
        assertRefused(env -> env.<Object>fromElements(new Object() {
                    @Override
                    public String toString() {
                        return "a";
                    }
                }))
                .contains("anonymous class", "collection-1");
        assertRefused(env -> env.register(Inner.class)).contains("register", "Inner");
    }

    @Test
    void registerRefusesWhatHasNoRecords() {
        assertRefused(env -> env.register(Runnable.class)).contains("java.lang.Runnable", "interface");
        assertRefused(env -> env.register(Base.class)).contains("Base", "abstract");
        assertRefused(env -> env.register(Upper.class)).contains("Upper", "functions");
        assertRefused(env -> env.register((Class<?>) null)).contains("register got null");
    }
}
