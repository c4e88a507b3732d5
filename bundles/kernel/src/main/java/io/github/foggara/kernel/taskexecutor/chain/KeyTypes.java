package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.types.FunctionSignature;
import java.lang.invoke.MethodType;

/** What an operator is keyed by, as far as the compiler kept it: never narrower than the keys are. */
final class KeyTypes {
    private KeyTypes() {}

    /** {@code Object} if it is not known, or the operator has no key. */
    static Class<?> of(OperatorSpec spec) {
        if (spec instanceof OperatorSpec.KeyedProcessSpec process) {
            return of(process.key());
        }
        return spec instanceof OperatorSpec.KeyedReduceSpec reduce ? of(reduce.key()) : Object.class;
    }

    private static Class<?> of(KeySelector<?, ?> selector) {
        try {
            return FunctionSignature.of(selector)
                    .classArgument(KeySelector.class, 1)
                    .<Class<?>>map(type -> MethodType.methodType(type).wrap().returnType())
                    .orElse(Object.class);
        } catch (IllegalArgumentException e) {
            return Object.class;
        }
    }
}
