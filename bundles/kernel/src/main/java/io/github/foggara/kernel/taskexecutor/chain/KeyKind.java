package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.KeyGrouping;

/** What the keys of a reduce's table are; their order is their number in a snapshot, from 1. */
enum KeyKind {
    /** {@code Long}. */
    LONG,
    /** {@code Integer}, in a table of longs. */
    INT,
    /** Any other, or any but {@code Long}. */
    OBJECT;

    /** Group of a key that is kept as a number. */
    int group(long key, KeyGrouping grouping) {
        return this == INT ? grouping.group((Object) (int) key) : grouping.group(key);
    }
}
