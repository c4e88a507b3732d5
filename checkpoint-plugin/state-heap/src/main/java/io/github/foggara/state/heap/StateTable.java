package io.github.foggara.state.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What one state holds, for keys of all forms: a table for each form that occurs. Task thread. */
final class StateTable {
    private final CurrentKey current;
    private final UnaryOperator<Object> keepKey;
    private final LongTable longs = new LongTable(false);
    private final LongTable ints = new LongTable(true);
    private final ObjectTable texts = new ObjectTable(true);
    private final ObjectTable others = new ObjectTable(false);

    /** A table that holds something. */
    record Part(KeyForm form, FlatTable table) {}

    /**
     * @param keepKey what is to be kept of a key that user code may change later
     */
    StateTable(CurrentKey current, UnaryOperator<Object> keepKey) {
        this.current = current;
        this.keepKey = keepKey;
    }

    /** What the current key has; null if nothing. */
    Object get() {
        KeyForm form = current.form();
        if (form == KeyForm.LONG) {
            return longs.get(current.number());
        } else if (form == KeyForm.STRING) {
            return texts.get(current.object());
        }
        return form == KeyForm.INT ? ints.get(current.number()) : others.get(current.object());
    }

    /** Gives the current key that, which is not null. */
    void put(Object value) {
        KeyForm form = current.form();
        if (form == KeyForm.LONG) {
            longs.put(current.number(), value);
        } else if (form == KeyForm.STRING) {
            texts.put(current.object(), value);
        } else if (form == KeyForm.INT) {
            ints.put(current.number(), value);
        } else {
            Object key = current.object();
            others.put(others.contains(key) ? key : keepKey.apply(key), value);
        }
    }

    /** The current key has nothing any more. */
    void remove() {
        KeyForm form = current.form();
        if (form == KeyForm.LONG) {
            longs.remove(current.number());
        } else if (form == KeyForm.STRING) {
            texts.remove(current.object());
        } else if (form == KeyForm.INT) {
            ints.remove(current.number());
        } else {
            others.remove(current.object());
        }
    }

    /**
     * Takes over an entry.
     *
     * @throws IllegalArgumentException if the key has something
     */
    void restore(KeyForm form, Object key, Object value) {
        if (form.number()) {
            LongTable table = form == KeyForm.LONG ? longs : ints;
            long number = ((Number) key).longValue();
            refuse(table.get(number) != null, key);
            table.put(number, value);
        } else {
            ObjectTable table = form == KeyForm.STRING ? texts : others;
            refuse(table.contains(key), key);
            table.put(key, value);
        }
    }

    private static void refuse(boolean there, Object key) {
        if (there) {
            throw new IllegalArgumentException("the key " + key + " stands there twice");
        }
    }

    int size() {
        return longs.size() + ints.size() + texts.size() + others.size();
    }

    /** Those tables that hold something. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        add(parts, KeyForm.LONG, longs);
        add(parts, KeyForm.INT, ints);
        add(parts, KeyForm.STRING, texts);
        add(parts, KeyForm.OTHER, others);
        return parts;
    }

    private static void add(List<Part> parts, KeyForm form, FlatTable table) {
        if (table.size() > 0) {
            parts.add(new Part(form, table));
        }
    }
}
