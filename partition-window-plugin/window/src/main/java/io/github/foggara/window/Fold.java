package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.types.FunctionSignature;

/**
 * Folds the records of one partition after the other into one accumulator, in the order they come. Task thread. Nothing of a
 * record's that it keeps is shared with anybody: who calls it gives it records nobody else has.
 */
abstract class Fold {
    private final String words;
    /** A function may return an accumulator that equals nothing at all, so whether there is one is not asked of it. */
    private boolean seeded;

    private Object accumulator;

    /**
     * @param words what the function is called in messages
     */
    Fold(String words) {
        this.words = words;
    }

    /** For messages: {@code reduce function com.example.Sum of operator 'total'}. */
    static String words(String kind, Object function, String operator) {
        return kind + " function " + FunctionSignature.of(function).identity() + " of operator '" + operator + "'";
    }

    /** A partition begins. */
    abstract void begin() throws Exception;

    abstract void add(Object record) throws Exception;

    /** The partition ends: emits its result, if it has one. */
    abstract void end(Collector<Object> out) throws Exception;

    /** Another part of the same partition, which came later. */
    abstract void merge(Object other) throws Exception;

    final boolean seeded() {
        return seeded;
    }

    final Object accumulator() {
        return accumulator;
    }

    final void seed(Object value) {
        accumulator = value;
        seeded = true;
    }

    final void clear() {
        accumulator = null;
        seeded = false;
    }

    final Object checked(Object value, String method) {
        if (value == null) {
            throw new NullPointerException(
                    "The " + words + " returned null from " + method + ": a fold of records is never null."
                            + " Return a value that stands for nothing, or filter such records out before");
        }
        return value;
    }
}
