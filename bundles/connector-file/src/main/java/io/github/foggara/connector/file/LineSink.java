package io.github.foggara.connector.file;

import io.github.foggara.connector.file.output.LinePartFormat;
import io.github.foggara.connector.file.output.PartFormat;
import java.nio.file.Path;

/** Strings as lines; made by {@link FileSink#lines(Path)}. */
final class LineSink extends FileSink<String> {
    LineSink(Path directory) {
        super(directory);
    }

    @Override
    PartFormat<String> format() {
        return new LinePartFormat();
    }
}
