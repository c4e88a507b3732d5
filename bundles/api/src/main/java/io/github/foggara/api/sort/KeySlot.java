package io.github.foggara.api.sort;

import java.util.List;

/** What the shared code of a key finds in an encoder: made anew for each one. */
interface KeySlot {
    /**
     * @param functions of the operator
     */
    Object make(List<?> functions);

    static Object[] makeAll(List<KeySlot> slots, List<?> functions) {
        return slots.stream().map(slot -> slot.make(functions)).toArray();
    }
}
