package io.github.foggara.itests.simulation;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.connector.file.output.SteppedCommitter;
import java.nio.file.Path;

/** A file sink on the real disk, with the points of its way. */
record IdSink(long seed, String side, Path directory) implements Sink<String> {
    @Override
    @SuppressWarnings("unchecked")
    public SinkWriter<String> createWriter(SinkContext context) {
        IdBook book = IdBook.of(seed);
        SinkWriter<String> writer = book.bug().writer(FileSink.lines(directory).createWriter(context), directory);
        return Between.of(SinkWriter.class, writer, call -> {
            Object result = call.make();
            switch (call.name()) {
                case "open" -> book.opened(side, context.attemptId());
                case "prepareCommit" -> book.at(Point.SINK_PREPARED);
                default -> {}
            }
            return result;
        });
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        IdBook book = IdBook.of(seed);
        book.mayBegin(side);
        SinkCommitter committer =
                book.bug().committer(SteppedCommitter.make(directory, "txt", context, new Steps(book)));
        return Between.of(SinkCommitter.class, committer, call -> {
            boolean end = call.arguments().length == 1;
            switch (call.name()) {
                case "restore" -> book.at(Point.RESTORE_BEGUN);
                case "commit" -> book.at(end ? Point.END_COMMIT_BEGUN : Point.COMMIT_BEGUN);
                default -> {}
            }
            Object result = call.make();
            switch (call.name()) {
                case "restore" -> book.at(Point.RESTORE_DONE);
                case "prepare" -> book.at(Point.END_PREPARED);
                case "commit" -> book.at(end ? Point.END_COMMIT_DONE : Point.COMMIT_DONE);
                default -> {}
            }
            return result;
        });
    }

    /** Of the renames of one commit. */
    private static final class Steps implements SteppedCommitter.Steps {
        private final IdBook book;
        private int renamed;

        Steps(IdBook book) {
            this.book = book;
        }

        @Override
        public void renaming() {
            if (renamed == 1) {
                book.at(Point.FIRST_PART_RENAMED);
            }
        }

        @Override
        public void renamed() {
            renamed++;
        }

        @Override
        public void syncing() {
            if (renamed > 0) {
                renamed = 0;
                book.at(Point.ALL_PARTS_RENAMED);
            }
        }
    }
}
