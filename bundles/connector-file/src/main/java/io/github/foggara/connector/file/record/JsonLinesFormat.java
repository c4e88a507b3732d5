package io.github.foggara.connector.file.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.github.foggara.connector.file.input.MalformedRecordException;
import io.github.foggara.connector.file.input.RecordFormat;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One JSON object per line as records. Task thread only. */
public final class JsonLinesFormat<T> implements RecordFormat<T> {
    private final JsonRecordType type;
    private final JsonFactory factory = Json.newFactory();

    public JsonLinesFormat(JsonRecordType type) {
        this.type = type;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T read(byte[] bytes, int offset, int length, boolean ascii) throws MalformedRecordException {
        if (blank(bytes, offset, length)) {
            return null;
        }
        try (JsonParser parser = factory.createParser(bytes, offset, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedRecordException("it is not a JSON object");
            }
            Object record = type.read(parser, type.simpleName());
            if (parser.nextToken() != null) {
                throw new MalformedRecordException("something follows the JSON object");
            }
            return (T) record;
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null ? "" : " (column " + e.getLocation().getColumnNr() + ")";
            throw new MalformedRecordException("it is not JSON: " + e.getOriginalMessage() + where);
        } catch (IOException e) {
            throw decoding(e);
        }
    }

    /** The input is in memory, so an I/O error can only say that the bytes are not text. */
    private static MalformedRecordException decoding(IOException e) {
        if (e instanceof CharConversionException) {
            return new MalformedRecordException("it is not UTF-8");
        }
        throw new UncheckedIOException(e);
    }

    private static boolean blank(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }
}
