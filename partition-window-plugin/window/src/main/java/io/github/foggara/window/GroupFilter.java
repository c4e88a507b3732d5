package io.github.foggara.window;

import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.sorter.KeyFilter;

/** Takes the records whose key groups are of this subtask. */
record GroupFilter(KeyGroupRange range) implements KeyFilter {
    @Override
    public boolean takes(byte[] bytes, int offset, int length) {
        return length >= Short.BYTES && range.contains(RecordKey.group(bytes, offset));
    }
}
