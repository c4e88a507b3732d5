package io.github.foggara.streams;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.StateDescriptor;
import io.github.foggara.api.types.FunctionSignature;
import io.github.foggara.api.types.FunctionSignature.Captured;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Looks at each function as it is added: reads it, and refuses what could not run on another thread or container. */
final class FunctionCheck {
    private final TypeDraft types;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    FunctionCheck(TypeDraft types) {
        this.types = types;
    }

    /**
     * @param operator how messages name it
     * @throws JobDefinitionException if it is null, unreadable, used before, or carries the program or the environment
     */
    FunctionSignature read(String operator, Object function) {
        if (function == null) {
            throw new JobDefinitionException("Operator " + operator + " got null instead of a function");
        }
        FunctionSignature signature;
        try {
            signature = FunctionSignature.of(function);
        } catch (IllegalArgumentException e) {
            throw new JobDefinitionException("Operator " + operator + ": " + e.getMessage(), e);
        }
        if (!signature.lambda() && !seen.add(function)) {
            throw new JobDefinitionException("Operator " + operator + " uses an object of "
                    + signature.owner().getName() + " that another operator uses already; give each its own");
        }
        for (Captured captured : signature.captured()) {
            checkCaptured(operator, signature, captured);
            if (captured.value() instanceof StateDescriptor descriptor) {
                state(operator + ", state '" + descriptor.name() + "'", descriptor);
            }
        }
        return signature;
    }

    void readAll(String operator, Iterable<?> functions) {
        functions.forEach(function -> read(operator, function));
    }

    /** A descriptor that a function holds in a field tells its types; one that is made in open does not. */
    private void state(String where, StateDescriptor descriptor) {
        types.state(where, descriptor);
        if (descriptor instanceof ReducingStateDescriptor<?> reducing) {
            read(where, reducing.function());
        } else if (descriptor instanceof AggregatingStateDescriptor<?, ?, ?> aggregating) {
            read(where, aggregating.function());
        }
    }

    private static void checkCaptured(String operator, FunctionSignature signature, Captured captured) {
        Object value = captured.value();
        if (value instanceof JobDefinition) {
            throw new JobDefinitionException("The function of operator " + operator + " refers to the program "
                    + value.getClass().getName() + " (captured as " + captured.name()
                    + "), which all runs share. Use a static method or local variables instead of its fields and methods: "
                    + signature.identity());
        }
        if (value instanceof StreamEnvironment
                || value instanceof DataStream<?>
                || value instanceof KeyedStream<?, ?>
                || value instanceof PartitionWindowedStream<?>
                || value instanceof DataStreamSink<?>) {
            throw new JobDefinitionException("The function of operator " + operator + " refers to a "
                    + value.getClass().getSimpleName() + " (captured as " + captured.name()
                    + "), which exists only while the job is drawn: " + signature.identity());
        }
    }

    /** Lets the input type of a function tell what its producers emit, where they do not say it themselves. */
    void learnInput(Iterable<Input> inputs, FunctionSignature signature, Class<? extends Function> functionInterface) {
        signature
                .typeArgument(functionInterface, 0)
                .ifPresent(type -> inputs.forEach(input -> types.learnOutput(input.producer(), type)));
    }
}
