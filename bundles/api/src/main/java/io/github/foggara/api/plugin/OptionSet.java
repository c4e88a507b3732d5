package io.github.foggara.api.plugin;

import java.util.List;

/**
 * The options one owner understands; also published as a service of its own by a plugin that has no other one.
 *
 * @param owner shown to users, e.g. {@code shuffle local}
 */
public record OptionSet(String owner, List<Option<?>> options) {
    public OptionSet {
        options = List.copyOf(options);
    }
}
