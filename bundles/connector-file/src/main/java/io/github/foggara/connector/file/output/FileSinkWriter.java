package io.github.foggara.connector.file.output;

import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the part of one attempt into the working directory. Task thread only. */
public final class FileSinkWriter<T> implements SinkWriter<T> {
    private final PartFormat<T> format;
    private final Path file;
    private PartFile part;
    private long records;
    private boolean finished;

    public FileSinkWriter(Path directory, PartFormat<T> format, SinkContext context) {
        this.format = format;
        this.file = OutputPlace.of(directory, context.attemptId().job())
                .working()
                .resolve(PartName.attempt(context.attemptId(), format.extension()));
    }

    @Override
    public void open() throws IOException {
        part = PartFile.create(file);
        format.begin(part);
    }

    @Override
    public void write(T record) throws IOException {
        format.write(record);
        records++;
    }

    @Override
    public List<byte[]> finish() throws IOException {
        format.end();
        long bytes = part.force();
        finished = true;
        return List.of(new Committable(file.getFileName().toString(), bytes, records).encode());
    }

    @Override
    public void close() throws IOException {
        if (part != null) {
            part.release(!finished);
            part = null;
        }
    }
}
