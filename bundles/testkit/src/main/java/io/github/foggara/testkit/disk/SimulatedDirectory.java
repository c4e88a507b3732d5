package io.github.foggara.testkit.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Names, and what they were since they were safe. Guarded by its disk. */
final class SimulatedDirectory {
    /** {@link SimulatedFile} or {@link SimulatedDirectory}. */
    private Map<String, Object> names = new TreeMap<>();
    /** The safe state, then the one after each change. */
    private final List<Map<String, Object>> states = new ArrayList<>(List.of(Map.of()));

    Object get(String name) {
        return names.get(name);
    }

    List<String> list() {
        return List.copyOf(names.keySet());
    }

    void put(String name, Object node) {
        names.put(name, node);
        states.add(Map.copyOf(names));
    }

    void remove(String name) {
        names.remove(name);
        states.add(Map.copyOf(names));
    }

    void rename(String from, String to) {
        names.put(to, names.remove(from));
        states.add(Map.copyOf(names));
    }

    void sync() {
        states.clear();
        states.add(Map.copyOf(names));
    }

    /** The last changes are forgotten, some, all or none of them; changes are never kept without those before. */
    void crash(Random random) {
        names = new TreeMap<>(states.get(random.nextInt(states.size())));
        sync();
        for (Object node : names.values()) {
            if (node instanceof SimulatedFile file) {
                file.crash(random);
            } else {
                ((SimulatedDirectory) node).crash(random);
            }
        }
    }
}
