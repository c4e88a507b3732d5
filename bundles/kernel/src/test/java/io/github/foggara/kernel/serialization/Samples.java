package io.github.foggara.kernel.serialization;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Record types as a job might have them: private or package-private, nested, generic, mutable. */
final class Samples {
    private Samples() {}

    record Word(String text, long count) {}

    record Point(int x, double y, boolean on, char c, byte b, short s, float f) {}

    private record Hidden(String secret) {}

    static Object hidden(String text) {
        return new Hidden(text);
    }

    static Class<?> hiddenType() {
        return Hidden.class;
    }

    record Tags(String name, List<String> tags) {}

    record Bytes(byte[] content) {}

    record Keyed<K>(K key, long count) {}

    record Tree(Tree left, Tree right, String value) {}

    record Order(Word word, Optional<Colour> colour, Map<String, Tags> index, Word[] words) {}

    enum Colour {
        RED,
        GREEN {
            @Override
            String shade() {
                return "dark";
            }
        };

        String shade() {
            return "light";
        }
    }

    sealed interface Shape {
        record Circle(double radius) implements Shape {}

        record Square(double side) implements Shape {}
    }

    record Drawing(Shape shape) {}

    /** No constructor without arguments, a list, a primitive, a text, a time that is built in. */
    static class Account {
        final String owner;
        long balance;
        List<Word> history = new ArrayList<>();
        java.time.Instant opened = java.time.Instant.EPOCH;
        transient int cache = 7;

        Account(String owner, long balance) {
            this.owner = owner;
            this.balance = balance;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Account that
                    && owner.equals(that.owner)
                    && balance == that.balance
                    && history.equals(that.history)
                    && opened.equals(that.opened);
        }

        @Override
        public int hashCode() {
            return Objects.hash(owner, balance);
        }
    }

    static final class Savings extends Account {
        double rate = 0.5;

        Savings() {
            super("saver", 1);
        }
    }

    static class MyList extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    static final class Unknown {}

    static Codecs codecs(Class<?>... types) {
        return new Codecs(TypeTable.of(Arrays.asList(types)));
    }

    static Codecs all() {
        return codecs(
                Word.class,
                Point.class,
                Hidden.class,
                Tags.class,
                Bytes.class,
                Keyed.class,
                Tree.class,
                Order.class,
                Drawing.class,
                Account.class,
                Savings.class,
                Word[].class);
    }
}
