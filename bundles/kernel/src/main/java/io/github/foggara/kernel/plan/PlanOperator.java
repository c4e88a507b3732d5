package io.github.foggara.kernel.plan;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;

/**
 * An operator that a plugin makes.
 *
 * @param reference without its functions, which are objects of the user
 */
public record PlanOperator(String uid, String name, int parallelism, OperatorRef reference) {}
