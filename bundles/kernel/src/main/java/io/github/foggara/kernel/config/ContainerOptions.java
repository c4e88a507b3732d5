package io.github.foggara.kernel.config;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.util.Map;
import java.util.TreeMap;

/** Options of the container itself. They stand beside the defaults for all jobs; no job may set one. */
public final class ContainerOptions {
    public static final Option<Long> MANAGED_MEMORY = new Option<>(
            "taskmanager.memory.managed.size",
            OptionType.MEMORY_SIZE,
            Runtime.getRuntime().maxMemory() / 5 * 2 >> 20 << 20,
            "0 or more",
            bytes -> bytes >= 0,
            TakesEffect.AT_ONCE,
            "Bulk memory that operators which sort share, a part of the heap; by default 40 % of it.");

    private static final Map<String, Option<?>> ALL = Map.of(MANAGED_MEMORY.key(), MANAGED_MEMORY);

    private ContainerOptions() {}

    public static boolean owns(String key) {
        return ALL.containsKey(key);
    }

    /** Those of the options that jobs may have. */
    public static Map<String, String> without(Map<String, String> defaults) {
        Map<String, String> others = new TreeMap<>(defaults);
        others.keySet().removeAll(ALL.keySet());
        return others;
    }

    /**
     * @throws io.github.foggara.api.plugin.InvalidOptionException if it has a bad value, in words for users
     */
    public static <T> T get(Map<String, String> defaults, Option<T> option) {
        String text = defaults.get(option.key());
        return text == null ? option.fallback() : option.parse(text);
    }
}
