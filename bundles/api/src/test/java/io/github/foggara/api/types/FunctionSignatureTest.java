package io.github.foggara.api.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.FilterFunction;
import io.github.foggara.api.function.FlatMapFunction;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.ProcessFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.types.FunctionSignature.Captured;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunctionSignatureTest {
    record Word(String text, long count) {
        static final String SEPARATOR = " ";

        Word(String text) {
            this(text, 1);
        }

        static Word merge(Word left, Word right) {
            return new Word(left.text, left.count + right.count);
        }

        String upper() {
            return text.toUpperCase();
        }

        static long countOf(Word word) {
            return word.count;
        }
    }

    static final class Words {
        private final String separator;

        Words(String separator) {
            this.separator = separator;
        }

        static void split(String line, Collector<Word> out) {
            out.collect(new Word(line));
        }

        static void splitAny(Object line, Collector<? super Word> out) {
            out.collect(new Word(line.toString()));
        }

        static <T> void repeat(T record, Collector<T> out) {
            out.collect(record);
        }

        void splitBy(String line, Collector<List<Word>> out) {
            out.collect(List.of(new Word(line + separator)));
        }

        static List<Word> list(String line) {
            return List.of(new Word(line));
        }

        static List<String> listOf(String... values) {
            return List.of(values);
        }
    }

    interface Supply<T> extends Serializable {
        T get();
    }

    interface WordMaker extends MapFunction<String, Word> {}

    abstract static class Making<X> implements ProcessFunction<String, Map<String, X>> {
        private final int limit;

        Making(int limit) {
            this.limit = limit;
        }

        int limit() {
            return limit;
        }
    }

    static final class MakingWords extends Making<Word> {
        private static final int SHARED = 5;
        private final transient Object cache = new Object();
        private final String prefix;

        MakingWords(int limit, String prefix) {
            super(limit);
            this.prefix = prefix;
        }

        @Override
        public void process(String record, Collector<Map<String, Word>> out) {
            out.collect(Map.of(prefix, new Word(record + cache, limit() + SHARED)));
        }
    }

    private static <T> FunctionSignature map(MapFunction<String, T> function) {
        return FunctionSignature.of(function);
    }

    private static <T> FunctionSignature flatMap(FlatMapFunction<String, T> function) {
        return FunctionSignature.of(function);
    }

    private static <K> FunctionSignature key(KeySelector<Word, K> function) {
        return FunctionSignature.of(function);
    }

    @Test
    void staticMethodReferenceKeepsTheTypeArgumentOfItsCollector() {
        FunctionSignature split = flatMap(Words::split);
        assertThat(split.lambda()).isTrue();
        assertThat(split.owner()).isEqualTo(Words.class);
        assertThat(split.implementation().orElseThrow().getName()).isEqualTo("split");
        assertThat(split.captured()).isEmpty();
        assertThat(split.classArgument(FlatMapFunction.class, 0)).contains(String.class);
        assertThat(split.classArgument(FlatMapFunction.class, 1)).contains(Word.class);
    }

    @Test
    void wildcardOfACollectorGivesItsLowerBoundAndTheCallSiteTheInput() {
        FunctionSignature split = flatMap(Words::splitAny);
        assertThat(split.classArgument(FlatMapFunction.class, 0)).contains(String.class);
        assertThat(split.classArgument(FlatMapFunction.class, 1)).contains(Word.class);
    }

    @Test
    void typeVariableOfAGenericMethodStaysUnknown() {
        FunctionSignature repeat = flatMap(Words::repeat);
        assertThat(repeat.typeArgument(FlatMapFunction.class, 1)).isEmpty();
    }

    @Test
    void lambdaWithACollectorKeepsItsInputButNotItsOutput() {
        FunctionSignature lambda =
                FunctionSignature.of((FlatMapFunction<String, Word>) (l, out) -> Words.split(l, out));
        assertThat(lambda.classArgument(FlatMapFunction.class, 0)).contains(String.class);
        assertThat(lambda.typeArgument(FlatMapFunction.class, 1)).isEmpty();
    }

    @Test
    void lambdaReturningAClassKeepsIt() {
        FunctionSignature lambda = map(line -> new Word(line));
        assertThat(lambda.classArgument(MapFunction.class, 1)).contains(Word.class);
        assertThat(lambda.implementation().orElseThrow().isSynthetic()).isTrue();
        assertThat(lambda.owner()).isEqualTo(FunctionSignatureTest.class);
    }

    @Test
    void methodReferenceReturningAListKeepsItsElements() {
        FunctionSignature list = map(Words::list);
        assertThat(list.classArgument(MapFunction.class, 1)).contains(List.class);
        ParameterizedType type =
                (ParameterizedType) list.typeArgument(MapFunction.class, 1).orElseThrow();
        assertThat(type.getActualTypeArguments()).containsExactly(Word.class);
    }

    @Test
    void constructorReferenceYieldsItsClass() {
        FunctionSignature make = map(Word::new);
        assertThat(make.implementation().orElseThrow()).isInstanceOf(Constructor.class);
        assertThat(make.owner()).isEqualTo(Word.class);
        assertThat(make.classArgument(MapFunction.class, 0)).contains(String.class);
        assertThat(make.classArgument(MapFunction.class, 1)).contains(Word.class);
    }

    @Test
    void unboundAccessorIsARecordComponent() {
        FunctionSignature count = key(Word::count);
        assertThat(count.recordComponent()).hasValue(1);
        assertThat(count.classArgument(KeySelector.class, 0)).contains(Word.class);
        assertThat(count.classArgument(KeySelector.class, 1)).contains(Long.class);
        assertThat(((Method) count.implementation().orElseThrow()).getReturnType())
                .isEqualTo(long.class);
        assertThat(key(Word::text).recordComponent()).hasValue(0);
    }

    @Test
    void whatIsNoAccessorIsNoRecordComponent() {
        Word word = new Word("a");
        assertThat(key(w -> w.count()).recordComponent()).isEmpty();
        assertThat(key(Word::upper).recordComponent()).isEmpty();
        assertThat(key(Word::countOf).recordComponent()).isEmpty();
        Supply<String> bound = word::text;
        assertThat(FunctionSignature.of(bound).recordComponent()).isEmpty();
        assertThat(FunctionSignature.of((MapFunction<String, Long>) s -> word.count())
                        .recordComponent())
                .isEmpty();
    }

    @Test
    void boundReferenceCapturesItsReceiverAsThis() {
        Words words = new Words(",");
        FunctionSignature bound = flatMap(words::splitBy);
        assertThat(bound.captured()).containsExactly(new Captured("this", words));
        assertThat(bound.classArgument(FlatMapFunction.class, 0)).contains(String.class);
        ParameterizedType type =
                (ParameterizedType) bound.typeArgument(FlatMapFunction.class, 1).orElseThrow();
        assertThat(type.getActualTypeArguments()).containsExactly(Word.class);
    }

    @Test
    void lambdaThatUsesAFieldCapturesThis() {
        FunctionSignature lambda = map(line -> line + offset);
        assertThat(lambda.captured()).containsExactly(new Captured("this", this));
    }

    private final int offset = Integer.getInteger("offset", 3);

    @Test
    void capturedLocalsComeInOrderWithTheirPrimitivesBoxed() {
        int least = offset + 4;
        String text = "x" + offset;
        FilterFunction<String> filter = s -> s.length() > least && !s.equals(text);
        assertThat(FunctionSignature.of(filter).captured())
                .containsExactly(new Captured("#0", 7), new Captured("#1", "x3"));
        FilterFunction<String> withThis = s -> s.length() > least + offset;
        assertThat(FunctionSignature.of(withThis).captured())
                .containsExactly(new Captured("this", this), new Captured("#0", 7));
    }

    @Test
    void capturedNullIsKept() {
        String none = System.getProperty("there is no such property");
        assertThat(map(s -> s + none).captured()).containsExactly(new Captured("#0", null));
    }

    @Test
    void reduceBindsFromEveryPlace() {
        ReduceFunction<Word> merge = Word::merge;
        assertThat(FunctionSignature.of(merge).classArgument(ReduceFunction.class, 0))
                .contains(Word.class);
    }

    @Test
    void lambdaOfASubinterfaceTakesTypesFromIt() {
        WordMaker maker = Word::new;
        assertThat(FunctionSignature.of(maker).classArgument(MapFunction.class, 1))
                .contains(Word.class);
    }

    @Test
    void anonymousClassShowsItsTypesAndWhatItCaptured() {
        int factor = offset * 2;
        MapFunction<String, Word> function = new MapFunction<>() {
            @Override
            public Word map(String record) {
                return new Word(record, (long) factor * offset);
            }
        };
        FunctionSignature signature = FunctionSignature.of(function);
        assertThat(signature.lambda()).isFalse();
        assertThat(signature.implementation()).isEmpty();
        assertThat(signature.owner()).isEqualTo(function.getClass());
        assertThat(signature.classArgument(MapFunction.class, 0)).contains(String.class);
        assertThat(signature.classArgument(MapFunction.class, 1)).contains(Word.class);
        assertThat(signature.captured()).extracting(Captured::value).containsExactlyInAnyOrder(6, this);
    }

    @Test
    void namedClassShowsInheritedFieldsFirstAndNoTransientOrStaticOnes() {
        FunctionSignature signature = FunctionSignature.of(new MakingWords(9, "p"));
        assertThat(signature.captured()).containsExactly(new Captured("limit", 9), new Captured("prefix", "p"));
        ParameterizedType type = (ParameterizedType)
                signature.typeArgument(ProcessFunction.class, 1).orElseThrow();
        assertThat(type.getRawType()).isEqualTo(Map.class);
        assertThat(type.getActualTypeArguments()).containsExactly(String.class, Word.class);
    }

    @Test
    void identityIsTheCodeAndNotTheValues() {
        assertThat(adder(1).identity()).isEqualTo(adder(2).identity());
        assertThat(adder(1).captured()).isNotEqualTo(adder(2).captured());
        assertThat(key(Word::text).identity())
                .isNotEqualTo(key(Word::count).identity())
                .isEqualTo(key(Word::text).identity());
    }

    private static FunctionSignature adder(int more) {
        return map(s -> s.length() + more);
    }

    @Test
    void syntheticReferenceToAVarargsMethodStillHasTheErasedTypes() {
        FunctionSignature varargs = map(Words::listOf);
        assertThat(varargs.classArgument(MapFunction.class, 1)).contains(List.class);
    }

    @Test
    void lambdaOfAnInterfaceThatIsNotSerializableIsRefused() {
        Runnable runnable = () -> {};
        assertThatThrownBy(() -> FunctionSignature.of(runnable))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.io.Serializable");
    }

    @Test
    void askingForAnInterfaceItDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> map(Words::list).typeArgument(KeySelector.class, 0))
                .hasMessageContaining("KeySelector");
    }
}
