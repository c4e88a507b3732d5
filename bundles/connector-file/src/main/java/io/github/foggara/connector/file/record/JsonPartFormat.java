package io.github.foggara.connector.file.record;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.foggara.connector.file.output.PartFormat;
import java.io.IOException;
import java.io.OutputStream;

/** Records as JSON objects, one per line. Task thread only. */
public final class JsonPartFormat<T> implements PartFormat<T> {
    private JsonRecordType type;
    private JsonGenerator generator;

    /** @param type null = that of the first record */
    public JsonPartFormat(Class<?> type) {
        this.type = type == null ? null : JsonRecordType.of(type);
    }

    @Override
    public String extension() {
        return "jsonl";
    }

    @Override
    public void begin(OutputStream out) throws IOException {
        generator = Json.newFactory().createGenerator(out);
    }

    @Override
    public void write(T record) throws IOException {
        if (type == null) {
            type = JsonRecordType.of(record.getClass());
        } else if (record.getClass() != type.type()) {
            throw PartFormat.otherType(record, type.type());
        }
        type.write(generator, record);
        generator.writeRaw('\n');
    }

    @Override
    public void end() throws IOException {
        generator.close();
    }
}
