package io.github.foggara.kernel.serialization;

import io.github.foggara.kernel.serialization.TypeEntry.Component;
import io.github.foggara.kernel.serialization.TypeEntry.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares types as a snapshot describes them with those of the job now. Types are found by the name of their class,
 * components and constants by theirs. Accepted are: another id, components of records added, removed or in another order, constants
 * of enums added or in another order. Every other difference is refused, in words.
 */
final class TypeMatcher {
    private final Map<String, TypeEntry> now = new HashMap<>();
    private final Set<String> then;
    private final boolean asKey;

    /**
     * @param asKey for keys, whose records must not have changed at all
     */
    TypeMatcher(List<TypeRow> then, List<TypeEntry> now, boolean asKey) {
        now.forEach(entry -> this.now.put(entry.type().getName(), entry));
        this.then = then.stream().map(TypeRow::type).collect(Collectors.toSet());
        this.asKey = asKey;
    }

    TypeMatch match(TypeRow row) {
        TypeEntry entry = now.get(row.type());
        if (entry == null) {
            return TypeMatch.refused(row, gone(row));
        }
        if (entry.kind() != row.kind()) {
            return TypeMatch.refused(
                    row,
                    row.type() + " was " + article(row.kind()) + " and is now " + article(entry.kind())
                            + ". Give the new class another name, or restore with the earlier program");
        }
        if (entry.version() != row.version()) {
            return TypeMatch.refused(
                    row,
                    row.type() + " was written by version " + row.version()
                            + " of the codec for this kind of type, and this" + " Foggara has version "
                            + entry.version() + ". Restore with the version that wrote it");
        }
        return switch (row.kind()) {
            case RECORD -> record(row, entry);
            case ENUM -> enumeration(row, entry);
            case ARRAY -> TypeMatch.same(row, entry);
            case KRYO -> object(row, entry);
        };
    }

    private String gone(TypeRow row) {
        String simple = row.type()
                .substring(Math.max(row.type().lastIndexOf('.'), row.type().lastIndexOf('$')) + 1);
        String moved = now.values().stream()
                .map(entry -> entry.type().getName())
                .filter(name -> !then.contains(name)
                        && name.substring(1 + Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')))
                                .equals(simple))
                .findFirst()
                .map(name ->
                        " If it has become " + name + ": state finds a class by its full name, so keep the old one.")
                .orElse("");
        return "the job has no type " + row.type() + " any more, which it was written with." + moved
                + " If the class is still in the program, add env.register(" + simple + ".class)";
    }

    private TypeMatch record(TypeRow row, TypeEntry entry) {
        if (row.components().equals(entry.components())) {
            return TypeMatch.same(row, entry);
        }
        if (asKey) {
            return TypeMatch.refused(
                    row,
                    "the record " + row.type() + " is a key, or part of one, and had the components ("
                            + words(row.components())
                            + "), now (" + words(entry.components())
                            + "). Keys must stay as they are, because the place of"
                            + " their state follows from them. Use a record of another name, or restore with the earlier program");
        }
        Map<String, Integer> places = new LinkedHashMap<>();
        entry.components().forEach(component -> places.put(component.name(), places.size()));
        int[] slots = new int[row.components().size()];
        List<Component> removed = new ArrayList<>();
        for (int i = 0; i < slots.length; i++) {
            Component before = row.components().get(i);
            Integer place = places.remove(before.name());
            slots[i] = place == null ? -1 : place;
            if (place == null) {
                removed.add(before);
            } else if (!entry.components().get(place).equals(before)) {
                return TypeMatch.refused(
                        row, retyped(row, before, entry.components().get(place)));
            }
        }
        List<Component> added =
                places.values().stream().map(entry.components()::get).toList();
        String renamed = renamed(row, removed, added);
        return renamed == null ? TypeMatch.record(row, entry, slots) : TypeMatch.refused(row, renamed);
    }

    private static String retyped(TypeRow row, Component before, Component after) {
        return "the component " + before.name() + " of the record " + row.type() + " had the type " + before.type()
                + " and has now " + after.type()
                + ". Give the component of the new type another name: it begins with its"
                + " default value then. Or restore with the earlier program";
    }

    /** A new name and a removal beside an addition look alike; the first would lose values that nobody meant to lose. */
    private static String renamed(TypeRow row, List<Component> removed, List<Component> added) {
        for (Component before : removed) {
            for (Component after : added) {
                if (before.type().equals(after.type())) {
                    return "the record " + row.type() + " has no component " + before.name()
                            + " any more, but a new one "
                            + after.name() + " of the same type " + before.type()
                            + ". If it was renamed, its values would be"
                            + " lost: keep the old name. If they are two: add the one, take a checkpoint, and remove the other"
                            + " after that";
                }
            }
        }
        return null;
    }

    private static TypeMatch enumeration(TypeRow row, TypeEntry entry) {
        if (row.components().equals(entry.components())) {
            return TypeMatch.same(row, entry);
        }
        Map<String, Object> constants = new HashMap<>();
        for (Object constant : entry.type().getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), constant);
        }
        for (Component before : row.components()) {
            if (!constants.containsKey(before.name())) {
                return TypeMatch.refused(
                        row,
                        "the enum " + row.type() + " has no constant " + before.name() + " any more; it had ("
                                + words(row.components()) + ") and has (" + words(entry.components())
                                + "). Keep the constant, also if it was renamed");
            }
        }
        return TypeMatch.enumeration(
                row,
                entry,
                row.components().stream().map(c -> constants.get(c.name())).toArray());
    }

    private static TypeMatch object(TypeRow row, TypeEntry entry) {
        if (sameFields(row.components(), entry.components())) {
            return TypeMatch.same(row, entry);
        }
        return TypeMatch.refused(
                row,
                "the class " + row.type() + " had the fields (" + words(row.components()) + "), now ("
                        + words(entry.components())
                        + "). A class that is no record must keep its fields while there is state"
                        + " of it; make a record of it under another name to be able to add and remove components");
    }

    /** Kryo sorts fields by name, so their order is free, unless a class and its superclass have one of the same name. */
    private static boolean sameFields(List<Component> then, List<Component> now) {
        boolean distinct = then.stream().map(Component::name).distinct().count() == then.size();
        return then.equals(now) || distinct && then.size() == now.size() && then.containsAll(now);
    }

    private static String article(Kind kind) {
        return switch (kind) {
            case RECORD -> "a record";
            case ENUM -> "an enum";
            case ARRAY -> "an array";
            case KRYO -> "a class that is no record";
        };
    }

    private static String words(List<Component> components) {
        return components.stream()
                .map(c -> c.type().isEmpty() ? c.name() : c.type() + " " + c.name())
                .collect(Collectors.joining(", "));
    }
}
