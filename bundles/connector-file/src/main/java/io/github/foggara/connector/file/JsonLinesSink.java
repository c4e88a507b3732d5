package io.github.foggara.connector.file;

import io.github.foggara.connector.file.output.PartFormat;
import io.github.foggara.connector.file.record.JsonPartFormat;
import io.github.foggara.connector.file.record.JsonRecordType;
import java.nio.file.Path;

/** Records as JSON objects, one per line; made by {@link FileSink#jsonLines(Path, Class)}. */
final class JsonLinesSink<T> extends FileSink<T> {
    private final Class<?> type;

    JsonLinesSink(Path directory, Class<?> type) {
        super(directory);
        this.type = type;
        if (type != null) {
            JsonRecordType.of(type);
        }
    }

    @Override
    PartFormat<T> format() {
        return new JsonPartFormat<>(type);
    }
}
