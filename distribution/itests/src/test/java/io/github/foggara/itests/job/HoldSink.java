package io.github.foggara.itests.job;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes nothing; its commit waits for a file.
 *
 * @param log gets a line for each commit that begins
 * @param gate the file that lets a commit end
 */
record HoldSink<T>(String log, String gate) implements Sink<T> {
    @Override
    public SinkWriter<T> createWriter(SinkContext context) {
        return new Writer<>();
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return new Committer(Path.of(log), Path.of(gate));
    }

    private static final class Writer<T> implements SinkWriter<T> {
        @Override
        public void open() {
            // There is nothing to write to.
        }

        @Override
        public void write(T record) {
            // Dropped.
        }

        @Override
        public List<byte[]> finish() {
            return List.of();
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    private record Committer(Path log, Path gate) implements SinkCommitter {
        @Override
        public void open() {
            // Nothing is left by an earlier life.
        }

        @Override
        public void commit(List<byte[]> committables) throws IOException, InterruptedException {
            Files.writeString(log, "commit\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Arrival.await(gate);
        }

        @Override
        public void abort() {
            // There is nothing to take away.
        }
    }
}
