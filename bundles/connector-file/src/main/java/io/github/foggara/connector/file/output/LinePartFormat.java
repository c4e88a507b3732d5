package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Strings as lines. Task thread only. */
public final class LinePartFormat implements PartFormat<String> {
    private OutputStream out;

    @Override
    public String extension() {
        return "txt";
    }

    @Override
    public void begin(OutputStream target) {
        out = target;
    }

    @Override
    public void write(String line) throws IOException {
        out.write(line.getBytes(StandardCharsets.UTF_8));
        out.write('\n');
    }

    @Override
    public void end() {}
}
