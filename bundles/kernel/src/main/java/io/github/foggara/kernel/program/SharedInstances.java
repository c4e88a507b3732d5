package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.job.JobDefinitionException;
import java.util.Map;

/**
 * Finds functions with state that a program hands out twice, from a static field for example: each attempt calls
 * {@code define} for instances of its own, and would share these with all others.
 */
final class SharedInstances {
    private SharedInstances() {}

    static void check(JobGraph first, JobGraph second) {
        for (OperatorNode node : first.nodes()) {
            Map<String, Object> other =
                    OperatorParts.functions(second.node(node.uid()).spec());
            OperatorParts.functions(node.spec()).forEach((role, function) -> {
                if (other.get(role) == function && hasFields(function.getClass())) {
                    throw new JobDefinitionException(
                            "The " + role + " of operator '" + node.uid() + "' is one and the same"
                                    + " object of " + function.getClass().getName()
                                    + " in two calls of define: its subtasks would share its fields. Create it inside define");
                }
            });
        }
    }

    private static boolean hasFields(Class<?> type) {
        if (type.isHidden()) {
            return false;
        }
        for (Class<?> level = type; level != Object.class; level = level.getSuperclass()) {
            for (java.lang.reflect.Field field : level.getDeclaredFields()) {
                if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
                    return true;
                }
            }
        }
        return false;
    }
}
