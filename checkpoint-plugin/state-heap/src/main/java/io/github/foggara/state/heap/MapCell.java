package io.github.foggara.state.heap;

import java.util.HashMap;
import java.util.Map;

/** The map of one key. */
record MapCell(int stamp, Map<Object, Object> entries) {
    MapCell(int stamp) {
        this(stamp, new HashMap<>());
    }

    MapCell copy(int now) {
        return new MapCell(now, new HashMap<>(entries));
    }
}
