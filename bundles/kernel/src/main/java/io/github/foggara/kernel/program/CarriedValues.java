package io.github.foggara.kernel.program;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.state.StateDescriptor;
import io.github.foggara.api.types.FunctionSignature;
import io.github.foggara.api.types.FunctionSignature.Captured;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.kernel.serialization.Codecs;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes functions, sources and sinks by their code and the values they carry, and refuses values that have no
 * description: another container could not know whether it has the same.
 */
final class CarriedValues {
    private static final int MAX_DEPTH = 20;

    private final Map<String, String> parts;
    private final RecordCodec<Object> codec;

    CarriedValues(Map<String, String> parts, Codecs canonical) {
        this.parts = parts;
        this.codec = canonical.codec(null);
    }

    /**
     * @param place the operator or edge, for messages
     * @param role what the function is there
     */
    void function(String place, String role, Object function) {
        read(new Site(place, role, "", false, 0), function);
    }

    /** A source or sink: objects of the user in its fields are read field by field. */
    void connector(String place, Object connector) {
        read(new Site(place, "connector", "", true, 0), connector);
    }

    /**
     * Where we are.
     *
     * @param path of fields and captured values that leads from the function to here
     * @param deep whether objects without a codec are read field by field
     */
    private record Site(String place, String role, String path, boolean deep, int depth) {
        Site of(String name) {
            return new Site(place, role, path.isEmpty() ? name : path + "." + name, deep, depth + 1);
        }

        String part() {
            return place + ", " + role + (path.isEmpty() ? "" : ", value " + path);
        }
    }

    private void read(Site site, Object function) {
        if (site.depth > MAX_DEPTH) {
            throw new JobDefinitionException("The " + site.role + " of " + site.place + " carries objects nested deeper"
                    + " than " + MAX_DEPTH + " levels, or that hold themselves, at " + site.path);
        }
        FunctionSignature signature;
        try {
            signature = FunctionSignature.of(function);
        } catch (IllegalArgumentException e) {
            throw new JobDefinitionException(
                    "The " + site.role + " of " + site.place + " cannot be used"
                            + (site.path.isEmpty() ? "" : " (value " + site.path + ")") + ": " + e.getMessage(),
                    e);
        }
        parts.put(site.part() + ", code", signature.identity());
        for (Captured captured : signature.captured()) {
            value(site.of(captured.name()), captured, signature.lambda());
        }
    }

    private void value(Site site, Captured captured, boolean lambda) {
        Object value = captured.value();
        boolean receiver = lambda && captured.name().equals("this");
        if (value instanceof JobDefinition || captured.name().startsWith("this$") && value != null) {
            throw capturesThis(site, value);
        }
        if (!describe(site, value)) {
            throw receiver ? capturesThis(site, value) : notEncodable(site, value);
        }
    }

    /** False if it has no description. */
    private boolean describe(Site site, Object value) {
        if (value instanceof Function || isLambda(value) || value instanceof StateDescriptor) {
            read(site, value);
            return true;
        }
        String text = value == null ? "null" : KnownTexts.of(value);
        if (text == null) {
            text = encoded(value);
        }
        if (text != null) {
            parts.put(site.part(), text);
            return true;
        }
        return site.deep && describeInside(site, value);
    }

    private boolean describeInside(Site site, Object value) {
        if (value instanceof Optional<?> optional) {
            return describe(site.of("value"), optional.orElse(null));
        }
        if (value instanceof Object[] array) {
            return describeAll(site, List.of(array));
        }
        if (value instanceof List<?> list) {
            return describeAll(site, list);
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .sorted(Comparator.comparing(entry -> String.valueOf(entry.getKey())))
                    .allMatch(entry -> describe(site.of("[" + entry.getKey() + "]"), entry.getValue()));
        }
        Class<?> type = value.getClass();
        if (type.getModule().isNamed() && type.getName().startsWith("java") || type.isHidden()) {
            return false;
        }
        read(site, value);
        return true;
    }

    private boolean describeAll(Site site, Collection<?> values) {
        parts.put(site.part() + ", size", Integer.toString(values.size()));
        int index = 0;
        for (Object value : values) {
            if (!describe(site.of("[" + index++ + "]"), value)) {
                return false;
            }
        }
        return true;
    }

    /** Null if the value has no codec. Short values stay readable, so that a difference can be shown. */
    private String encoded(Object value) {
        RecordOutput out = new RecordOutput(64);
        try {
            codec.encode(value, out);
        } catch (UnregisteredTypeException | IllegalArgumentException e) {
            return null;
        }
        boolean plain = value instanceof Number || value instanceof Boolean || value instanceof java.util.UUID;
        String shown = plain ? value.toString() : "sha256:" + Digests.sha256(out.toByteArray());
        return value.getClass().getName() + " " + shown;
    }

    private static boolean isLambda(Object value) {
        return value != null
                && value.getClass().isSynthetic()
                && value.getClass().isHidden();
    }

    private static JobDefinitionException capturesThis(Site site, Object value) {
        return new JobDefinitionException("The " + site.role + " of " + site.place + " captures 'this', an object of "
                + value.getClass().getName() + ", because it uses one of its fields or methods (or is an inner class)."
                + " Make the method or class static, copy the field into a local variable before the function, or set the"
                + " value in open(...)");
    }

    private static JobDefinitionException notEncodable(Site site, Object value) {
        return new JobDefinitionException("The " + site.role + " of " + site.place + " carries the value " + site.path
                + " of the type " + value.getClass().getName() + ", which cannot be encoded. Look up services with"
                + " RuntimeContext.service(...) and open files and connections in open(...); pass settings as"
                + " arguments of the job; a plain data class may be a record, or be registered with env.register(...)");
    }
}
