package io.github.foggara.connector.file.output;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the parts of one attempt into the working directory: one, or at each checkpoint that finds records a new one. Task thread only.
 *
 * <pre>
 * open, write    part-00003.csv.2-0-attempt          being written
 * prepareCommit  part-00003-000017.csv.2-0-attempt   forced, then renamed; the next record begins a new one
 * finish         part-00003.csv.2-0-attempt          forced
 * close          what was not finished is removed; what a checkpoint has got stays, it may be complete
 * </pre>
 */
public final class FileSinkWriter<T> implements SinkWriter<T> {
    private final PartFormat<T> format;
    private final ExecutionAttemptId attempt;
    private final Path working;
    private final Path file;
    private final Disk disk;
    /** Null when none is being written. */
    private PartFile part;

    private long records;
    private boolean checkpointed;
    private boolean finished;

    public FileSinkWriter(Path directory, PartFormat<T> format, SinkContext context) {
        this(directory, format, context, new Disk());
    }

    FileSinkWriter(Path directory, PartFormat<T> format, SinkContext context, Disk disk) {
        this.format = format;
        this.attempt = context.attemptId();
        this.working = OutputPlace.of(directory, attempt.job()).working();
        this.file = working.resolve(PartName.attempt(attempt, format.extension()));
        this.disk = disk;
    }

    @Override
    public void open() throws IOException {
        begin();
    }

    private void begin() throws IOException {
        part = PartFile.create(file);
        records = 0;
        format.begin(part);
    }

    @Override
    public void write(T record) throws IOException {
        if (part == null) {
            begin();
        }
        format.write(record);
        records++;
    }

    @Override
    public List<byte[]> prepareCommit(long checkpoint) throws IOException {
        checkpointed = true;
        if (finished || part == null || records == 0) {
            return List.of();
        }
        format.end();
        long bytes = part.force();
        String name = PartName.attempt(attempt, checkpoint, format.extension());
        disk.rename(file, working.resolve(name));
        disk.forceDirectory(working);
        part.release(false);
        part = null;
        return List.of(new Committable(name, bytes, records).encode());
    }

    @Override
    public List<byte[]> finish() throws IOException {
        if (checkpointed && (part == null || records == 0)) {
            close();
            finished = true;
            return List.of();
        }
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
