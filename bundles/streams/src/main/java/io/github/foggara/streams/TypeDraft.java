package io.github.foggara.streams;

import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.StateDescriptor;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.api.types.FunctionSignature;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The record types of a job: those named by the program and those seen in its functions, with the types of their components,
 * in the order they were met.
 */
final class TypeDraft {
    private final Set<Class<?>> registered = new LinkedHashSet<>();
    private final Set<Class<?>> explicit = new LinkedHashSet<>();
    /** What was met where, checked at the end, because a later register may make it good. */
    private final Map<Class<?>, String> doubtful = new LinkedHashMap<>();

    void registerExplicitly(Class<?>... types) {
        if (types == null || Arrays.asList(types).contains(null)) {
            throw new JobDefinitionException("register got null instead of a type");
        }
        for (Class<?> type : types) {
            RecordTypes.refusal(type).ifPresent(why -> {
                throw new JobDefinitionException("register(" + type.getTypeName() + "): " + why);
            });
            if (RecordTypes.open(type)) {
                throw new JobDefinitionException(
                        "register(" + type.getTypeName()
                                + "): an interface or abstract class has no records of its own; register the classes that occur");
            }
            explicit.add(type);
            visit(type, "register(" + type.getTypeName() + ")");
            if (RecordTypes.withoutCodec(type)) {
                registered.add(type);
            }
        }
    }

    void sourceOutput(OperatorDraft operator, Source<?, ?> source) {
        if (source.recordType() != null) {
            output(operator, source.recordType());
            return;
        }
        try {
            FunctionSignature.of(source).typeArgument(Source.class, 0).ifPresent(type -> output(operator, type));
        } catch (IllegalArgumentException ignored) {
            // A source may hold what it likes; its type is then told by returns or by the next function.
        }
    }

    void collectionOutput(OperatorDraft operator, List<?> records) {
        Set<Class<?>> classes = new LinkedHashSet<>();
        records.forEach(r -> classes.add(RecordTypes.classOf(r)));
        classes.forEach(type -> visit(type, operator.toString()));
        if (classes.size() == 1) {
            operator.outputType(classes.iterator().next());
        }
    }

    /** What a function's type parameter says about its operator's output; unknown stays unknown. */
    void functionOutput(OperatorDraft operator, FunctionSignature signature, Class<?> functionInterface, int index) {
        signature.typeArgument(functionInterface, index).ifPresent(type -> output(operator, type));
    }

    /** Sets the type and registers what it is made of. */
    void output(OperatorDraft operator, Type type) {
        Class<?> raw = raw(type);
        if (raw != Object.class) {
            operator.outputType(raw);
            if (operator.passesOn()) {
                operator.inputs().stream()
                        .map(Input::producer)
                        .filter(producer -> producer.outputType() == null)
                        .forEach(producer -> output(producer, type));
            }
        }
        visit(type, operator.toString());
    }

    /** A consumer knows what it reads. */
    void learnOutput(OperatorDraft operator, Type type) {
        if (operator.outputType() == null) {
            output(operator, type);
        } else {
            visit(type, operator.toString());
        }
    }

    /** {@code returns} of the program. */
    void declare(OperatorDraft operator, Class<?> type) {
        if (type == null) {
            throw new JobDefinitionException("returns of operator " + operator + " got null instead of a type");
        }
        Class<?> known = operator.outputType();
        if (known != null && !type.isAssignableFrom(known) && !known.isAssignableFrom(type)) {
            throw new JobDefinitionException("Operator " + operator + " emits " + known.getTypeName() + ", not "
                    + type.getTypeName() + " as returns says");
        }
        output(operator, type);
    }

    void key(String operator, Type type) {
        RecordTypes.keyRefusal(raw(type)).ifPresent(why -> {
            throw new JobDefinitionException(
                    "The key of " + operator + " cannot be " + raw(type).getTypeName() + ": " + why);
        });
        visit(type, operator);
    }

    /** What an operator keeps besides its records. */
    void kept(OperatorDraft operator, Type type) {
        visit(type, operator.toString());
    }

    /** What state of a function is declared to hold. */
    void state(String where, StateDescriptor descriptor) {
        if (descriptor instanceof ValueStateDescriptor<?> value) {
            visit(value.type(), where);
        } else if (descriptor instanceof ListStateDescriptor<?> list) {
            visit(list.type(), where);
        } else if (descriptor instanceof MapStateDescriptor<?, ?> map) {
            visit(map.keyType(), where);
            visit(map.valueType(), where);
        } else if (descriptor instanceof ReducingStateDescriptor<?> reducing) {
            visit(reducing.type(), where);
        } else if (descriptor instanceof AggregatingStateDescriptor<?, ?, ?> aggregating) {
            visit(aggregating.accumulatorType(), where);
        }
    }

    List<TypeRegistration> registrations() {
        doubtful.forEach((type, where) -> {
            if (!explicit.contains(type)) {
                throw new JobDefinitionException("The records at " + where + " have or contain " + type.getTypeName()
                        + ", for which there is no codec. Use another type, or register it: env.register("
                        + type.getSimpleName() + ".class)");
            }
        });
        return registered.stream().map(TypeRegistration::new).toList();
    }

    private void visit(Type type, String where) {
        if (type instanceof ParameterizedType parameterized) {
            visit(parameterized.getRawType(), where);
            Arrays.stream(parameterized.getActualTypeArguments()).forEach(t -> visit(t, where));
        } else if (type instanceof GenericArrayType array) {
            visit(array.getGenericComponentType(), where);
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(t -> visit(t, where));
        } else if (type instanceof Class<?> plain) {
            visitClass(plain, where);
        }
    }

    private void visitClass(Class<?> type, String where) {
        if (type.isArray()) {
            visitClass(type.getComponentType(), where);
        } else if (RecordTypes.builtIn(type) || registered.contains(type)) {
            return;
        } else if (type.isSealed() && !type.isEnum()) {
            Arrays.stream(type.getPermittedSubclasses()).forEach(t -> visitClass(t, where));
        } else if (!RecordTypes.open(type) || RecordTypes.refusal(type).isPresent() || RecordTypes.withoutCodec(type)) {
            register(type, where);
        }
    }

    private void register(Class<?> type, String where) {
        RecordTypes.refusal(type).ifPresent(why -> {
            throw new JobDefinitionException(
                    "The records at " + where + " have or contain " + type.getTypeName() + ": " + why);
        });
        if (RecordTypes.withoutCodec(type)) {
            doubtful.putIfAbsent(type, where);
            return;
        }
        registered.add(type);
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                visit(
                        component.getGenericType(),
                        where + ", component " + type.getSimpleName() + "." + component.getName());
            }
        }
    }

    static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return raw(parameterized.getRawType());
        }
        return type instanceof GenericArrayType array
                ? raw(array.getGenericComponentType()).arrayType()
                : Object.class;
    }
}
