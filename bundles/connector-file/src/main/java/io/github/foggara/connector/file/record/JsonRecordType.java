package io.github.foggara.connector.file.record;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.connector.file.input.MalformedRecordException;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A record class as a JSON object: components are single values, records, lists, sets, or maps from strings of those. */
public final class JsonRecordType implements JsonType {
    private static final Object ABSENT = new Object();

    private final RecordShape shape;
    private final Map<String, Integer> indexes = new HashMap<>();
    /** Filled after construction, since a record may contain its own type. */
    private final JsonType[] types;

    private JsonRecordType(RecordShape shape) {
        this.shape = shape;
        this.types = new JsonType[shape.size()];
    }

    /**
     * @throws JobDefinitionException if the class is not a record, or a component has a type that JSON is not bound to
     */
    public static JsonRecordType of(Class<?> type) {
        return describe(type, new HashMap<>());
    }

    private static JsonRecordType describe(Class<?> type, Map<Class<?>, JsonRecordType> known) {
        JsonRecordType existing = known.get(type);
        if (existing != null) {
            return existing;
        }
        JsonRecordType result = new JsonRecordType(new RecordShape(type));
        known.put(type, result);
        RecordComponent[] components = result.shape.components();
        for (int i = 0; i < components.length; i++) {
            result.indexes.put(components[i].getName(), i);
            result.types[i] = typeOf(components[i].getGenericType(), components[i], known);
        }
        return result;
    }

    private static JsonType typeOf(Type type, RecordComponent component, Map<Class<?>, JsonRecordType> known) {
        if (type instanceof Class<?> plain) {
            Scalar scalar = Scalar.of(plain);
            if (scalar != null) {
                return new Single(scalar);
            }
            if (plain.isRecord()) {
                return describe(plain, known);
            }
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new Elements(typeOf(arguments[0], component, known), false);
            }
            if (generic.getRawType() == Set.class) {
                return new Elements(typeOf(arguments[0], component, known), true);
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return new Entries(typeOf(arguments[1], component, known));
            }
        }
        throw new JobDefinitionException("The component '" + component.getName() + "' of "
                + component.getDeclaringRecord().getName() + " has the type "
                + component.getGenericType().getTypeName() + ", which JSON is not bound to. Use one of: "
                + Scalar.supported() + ", records, List<…>, Set<…>, Map<String, …>.");
    }

    @Override
    public Object read(JsonParser parser, String name) throws IOException, MalformedRecordException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new MalformedRecordException("'" + name + "' must be an object");
        }
        Object[] values = new Object[types.length];
        Arrays.fill(values, ABSENT);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            Integer index = indexes.get(field);
            parser.nextToken();
            if (index == null) {
                parser.skipChildren();
            } else if (values[index] != ABSENT) {
                throw new MalformedRecordException("'" + field + "' stands there twice");
            } else {
                values[index] = types[index].read(parser, field);
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == ABSENT) {
                values[i] = types[i].absent(shape.name(i));
            }
        }
        return shape.create(values);
    }

    @Override
    public void write(JsonGenerator generator, Object record) throws IOException {
        generator.writeStartObject();
        for (int i = 0; i < types.length; i++) {
            generator.writeFieldName(shape.name(i));
            JsonType.writeNullable(types[i], generator, shape.value(i, record));
        }
        generator.writeEndObject();
    }

    String simpleName() {
        return shape.type().getSimpleName();
    }

    Class<?> type() {
        return shape.type();
    }
}
