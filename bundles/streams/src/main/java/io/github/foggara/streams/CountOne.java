package io.github.foggara.streams;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;

/** Each record becomes its key and a one, so that whole records need not travel to be counted. */
final class CountOne<T, K> implements MapFunction<T, KeyCount<K>> {
    private final KeySelector<T, K> key;

    CountOne(KeySelector<T, K> key) {
        this.key = key;
    }

    @Override
    public void open(RuntimeContext context) throws Exception {
        key.open(context);
    }

    @Override
    public KeyCount<K> map(T record) throws Exception {
        return new KeyCount<>(key.key(record), 1);
    }

    @Override
    public void close() throws Exception {
        key.close();
    }
}
