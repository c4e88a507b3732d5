package io.github.foggara.api.state;

import io.github.foggara.api.plugin.Configuration;
import java.util.function.Supplier;

/**
 * What a backend knows of the operator whose state it holds.
 *
 * @param operator name for messages
 * @param uid of the operator, for messages
 * @param keyType class that all keys of the operator belong to now; {@code Object} if it is not known, or not keyed
 * @param maxParallelism number of key groups of the operator, from 1
 * @param keyGroups those of this subtask
 * @param types of the job
 * @param grouping makes the function that says which key group a key belongs to, one for each thread that needs it
 */
public record StateContext(
        String operator,
        String uid,
        Class<?> keyType,
        int maxParallelism,
        KeyGroupRange keyGroups,
        StateTypes types,
        Supplier<KeyGrouping> grouping,
        Configuration configuration) {
    /**
     * To be asked for each key that is taken over from a snapshot: state under keys that none of now equals would be lost silently.
     *
     * @param state name of the state
     * @throws IncompatibleStateException if the operator's keys are of another type now, naming it, the state and both types
     */
    public void checkKey(String state, Object key) {
        if (!keyType.isInstance(key)) {
            throw new IncompatibleStateException("State '" + state + "' of operator '" + operator + "' (uid '" + uid
                    + "') has keys of type "
                    + (key == null ? "null" : key.getClass().getName())
                    + " in the checkpoint, and the operator is keyed by "
                    + keyType.getName()
                    + " in the program of now: go back to that type, or "
                    + IncompatibleStateException.TO_DROP_IT);
        }
    }
}
