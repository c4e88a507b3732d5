package io.github.foggara.connector.file.record;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.foggara.connector.file.input.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** How a value of one Java type stands in JSON. Immutable. */
sealed interface JsonType permits JsonType.Single, JsonType.Elements, JsonType.Entries, JsonRecordType {
    /**
     * @param parser stands on the first token of the value, and afterwards on its last
     * @param name for messages
     */
    Object read(JsonParser parser, String name) throws IOException, MalformedRecordException;

    /** @param value not null */
    void write(JsonGenerator generator, Object value) throws IOException;

    /** The value where the object has no such field. */
    default Object absent(String name) throws MalformedRecordException {
        return null;
    }

    static void writeNullable(JsonType type, JsonGenerator generator, Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else {
            type.write(generator, value);
        }
    }

    /** A number, a text, a time, … Numbers in quotes are accepted, as some writers protect large ones so. */
    record Single(Scalar scalar) implements JsonType {
        @Override
        public Object read(JsonParser parser, String name) throws IOException, MalformedRecordException {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_NULL) {
                return scalar.absent(name);
            }
            if (!token.isScalarValue()) {
                throw new MalformedRecordException("'" + name + "' must be a single value, not "
                        + (token == JsonToken.START_ARRAY ? "an array" : "an object"));
            }
            return scalar.parse(parser.getText(), name);
        }

        @Override
        public Object absent(String name) throws MalformedRecordException {
            return scalar.absent(name);
        }

        @Override
        public void write(JsonGenerator generator, Object value) throws IOException {
            if (scalar.isBoolean()) {
                generator.writeBoolean((Boolean) value);
            } else if (scalar.isNumber() && finite(value)) {
                generator.writeNumber(value.toString());
            } else {
                generator.writeString(scalar.format(value));
            }
        }

        /** JSON has no number for NaN and the infinities; they are written as text, which {@link #read} accepts. */
        private static boolean finite(Object value) {
            if (value instanceof Double number) {
                return Double.isFinite(number);
            }
            return !(value instanceof Float number) || Float.isFinite(number);
        }
    }

    /** An array, as a list or a set. */
    record Elements(JsonType element, boolean distinct) implements JsonType {
        @Override
        public Object read(JsonParser parser, String name) throws IOException, MalformedRecordException {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                return null;
            }
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw new MalformedRecordException("'" + name + "' must be an array");
            }
            Collection<Object> elements = distinct ? new LinkedHashSet<>() : new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(element.read(parser, name));
            }
            return distinct
                    ? Collections.unmodifiableSet((LinkedHashSet<Object>) elements)
                    : Collections.unmodifiableList((List<Object>) elements);
        }

        @Override
        public void write(JsonGenerator generator, Object value) throws IOException {
            generator.writeStartArray();
            for (Object one : (Collection<?>) value) {
                writeNullable(element, generator, one);
            }
            generator.writeEndArray();
        }
    }

    /** An object with arbitrary names, as a map. */
    record Entries(JsonType value) implements JsonType {
        @Override
        public Object read(JsonParser parser, String name) throws IOException, MalformedRecordException {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                return null;
            }
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw new MalformedRecordException("'" + name + "' must be an object");
            }
            Map<String, Object> entries = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                entries.put(key, value.read(parser, key));
            }
            return Collections.unmodifiableMap(entries);
        }

        @Override
        public void write(JsonGenerator generator, Object map) throws IOException {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
                generator.writeFieldName((String) entry.getKey());
                writeNullable(value, generator, entry.getValue());
            }
            generator.writeEndObject();
        }
    }
}
