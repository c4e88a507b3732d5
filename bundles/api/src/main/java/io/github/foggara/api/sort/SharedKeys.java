package io.github.foggara.api.sort;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Code of keys, made once for all subtasks: a class for each would be compiled for each, and calls would see all of them. It stays with the
 * class of the records. Thread-safe.
 *
 * @param writer calls {@code plan}'s code
 */
record SharedKeys(KeyPlan plan, KeyWriter writer) {
    private static final ClassValue<Map<String, SharedKeys>> OF_CLASS = new ClassValue<>() {
        @Override
        protected Map<String, SharedKeys> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };
    /** Of classes of the JDK, which would keep this bundle alive. */
    private static final Map<String, SharedKeys> OF_JDK = new ConcurrentHashMap<>();

    static SharedKeys of(Class<?> type, List<SortCriterion> criteria, List<?> functions, NullOrder standard) {
        return shareable(type, criteria, functions)
                ? all(type)
                        .computeIfAbsent(
                                kind(type, criteria, functions, standard),
                                kind -> make(type, criteria, functions, standard))
                : make(type, criteria, functions, standard);
    }

    /** Makes code only if others will find it. */
    static void check(Class<?> type, List<SortCriterion> criteria, List<?> functions) {
        if (shareable(type, criteria, functions)) {
            of(type, criteria, functions, NullOrder.AUTO);
        } else {
            KeyPlan.of(type, criteria, functions, NullOrder.AUTO);
        }
    }

    private static Map<String, SharedKeys> all(Class<?> type) {
        return type.getClassLoader() == null ? OF_JDK : OF_CLASS.get(type);
    }

    /** Code that calls into another bundle must not stay with the class of the records. */
    private static boolean shareable(Class<?> type, List<SortCriterion> criteria, List<?> functions) {
        return criteria.stream()
                .filter(criterion -> criterion.path() == null)
                .map(criterion -> KeyPlan.selector(criterion, functions).owner())
                .allMatch(owner -> owner.getClassLoader() == type.getClassLoader());
    }

    private static String kind(Class<?> type, List<SortCriterion> criteria, List<?> functions, NullOrder standard) {
        StringBuilder kind = new StringBuilder(type.getName()).append(' ').append(standard);
        for (SortCriterion criterion : criteria) {
            kind.append('\n').append(criterion.text());
            if (criterion.path() == null) {
                kind.append(' ').append(KeyPlan.selector(criterion, functions).identity());
            }
        }
        return kind.toString();
    }

    private static SharedKeys make(Class<?> type, List<SortCriterion> criteria, List<?> functions, NullOrder standard) {
        KeyPlan plan = KeyPlan.of(type, criteria, functions, standard);
        return new SharedKeys(plan, KeyWriter.of(plan.part().code()));
    }
}
