package io.github.foggara.api.state;

/** Names a state of one operator and says of what types it is. */
public sealed interface StateDescriptor
        permits ValueStateDescriptor,
                ListStateDescriptor,
                MapStateDescriptor,
                ReducingStateDescriptor,
                AggregatingStateDescriptor {
    /** Unique in the operator, 1 to 255 characters. */
    String name();

    /**
     * @throws IllegalArgumentException for a name that cannot be one
     */
    static void check(String name) {
        if (name == null || name.isBlank() || name.length() > 255) {
            throw new IllegalArgumentException("A state needs a name of 1 to 255 characters, not '" + name + "'");
        }
    }
}
