package io.github.foggara.api.job;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Arguments that remember which names were asked for, so that one nobody asks for, such as a mistyped one, can be refused.
 * The arguments themselves are immutable. Whoever looks at all of them has asked for each. Any thread.
 */
public final class ObservedArguments extends AbstractMap<String, String> {
    private final Map<String, String> arguments;
    private final Set<String> asked = new ConcurrentSkipListSet<>();

    public ObservedArguments(Map<String, String> arguments) {
        this.arguments = Map.copyOf(arguments);
    }

    @Override
    public String get(Object name) {
        return containsKey(name) ? arguments.get(name) : null;
    }

    @Override
    public boolean containsKey(Object name) {
        if (name instanceof String text) {
            asked.add(text);
        }
        return arguments.containsKey(name);
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
        asked.addAll(arguments.keySet());
        return arguments.entrySet();
    }

    /** The names that were asked for so far, given or not, in order; a copy. */
    public Set<String> asked() {
        return new TreeSet<>(asked);
    }

    /** The given arguments that nobody has asked for so far, in order; a copy. */
    public Set<String> surplus() {
        Set<String> surplus = new TreeSet<>(arguments.keySet());
        surplus.removeAll(asked);
        return surplus;
    }
}
