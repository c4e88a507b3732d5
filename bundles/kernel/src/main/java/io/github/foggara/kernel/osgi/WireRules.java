package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.program.CodeBundle;
import io.github.foggara.kernel.program.CodeWire;
import io.github.foggara.kernel.program.ProgramCode;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which bundles of some codes get what from which others, all of them known by their contents. Immutable; any thread.
 *
 * @param wires by what a bundle gets: whom it may get it from
 * @param hosts by fragment: whom it is attached to
 * @param codes by bundle: which codes it is part of
 */
record WireRules(Map<Use, Set<String>> wires, Map<String, Set<String>> hosts, Map<String, Set<Integer>> codes) {
    /** No job needs anything. */
    static final WireRules NONE = new WireRules(Map.of(), Map.of(), Map.of());

    /** That a bundle of that content gets something. */
    record Use(String content, String what) {}

    static WireRules of(Collection<ProgramCode> needed) {
        Map<Use, Set<String>> wires = new HashMap<>();
        Map<String, Set<String>> hosts = new HashMap<>();
        Map<String, Set<Integer>> codes = new HashMap<>();
        int number = 0;
        for (ProgramCode code : needed) {
            Map<String, String> contents = new HashMap<>();
            for (CodeBundle bundle : code.bundles()) {
                contents.put(bundle.toString(), bundle.content());
                add(codes, bundle.content(), number);
            }
            for (CodeWire wire : code.wires()) {
                String bundle = contents.getOrDefault(wire.bundle(), "");
                add(wires, new Use(bundle, wire.what()), wire.content());
                if (BundleClosure.isFragment(wire.what())) {
                    add(hosts, wire.content(), bundle);
                }
            }
            number++;
        }
        return new WireRules(wires, hosts, codes);
    }

    private static <K, V> void add(Map<K, Set<V>> all, K key, V value) {
        all.computeIfAbsent(key, k -> new HashSet<>()).add(value);
    }

    /** Whether it is part of a code. */
    boolean knows(String content) {
        return codes.containsKey(content);
    }

    /** Whether some code has both. */
    boolean together(String one, String other) {
        return !Collections.disjoint(codes.getOrDefault(one, Set.of()), codes.getOrDefault(other, Set.of()));
    }

    boolean attached(String fragment, String host) {
        return hosts.getOrDefault(fragment, Set.of()).contains(host);
    }

    /** Whether they are a host and its fragment, or fragments of one host: one thing, once they are resolved. */
    boolean joined(String one, String other) {
        return attached(one, other)
                || attached(other, one)
                || !Collections.disjoint(hosts.getOrDefault(one, Set.of()), hosts.getOrDefault(other, Set.of()));
    }

    /** Also what a fragment gets or gives; in the wires that is its host's. */
    boolean agreed(String wanting, String what, String giving) {
        return gets(wanting, what, giving)
                || hosts.getOrDefault(wanting, Set.of()).stream().anyMatch(host -> gets(host, what, giving));
    }

    private boolean gets(String wanting, String what, String giving) {
        Set<String> from = wires.getOrDefault(new Use(wanting, what), Set.of());
        return from.contains(giving) || !Collections.disjoint(from, hosts.getOrDefault(giving, Set.of()));
    }
}
