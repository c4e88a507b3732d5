package io.github.foggara.connector.file.output;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.SinkCommitter;
import java.io.IOException;
import java.nio.file.Path;

/** The committer of a file sink, with a listener to its steps on the disk; stands here because the disk is a seam of this package. */
public final class SteppedCommitter {
    private SteppedCommitter() {}

    /** Hears what happens to the directory that readers look at. Coord thread, without a lock held. */
    public interface Steps {
        /** A part gets its published name next. */
        void renaming();

        /** It has it. */
        void renamed();

        /** Names are made durable next. */
        void syncing();
    }

    public static SinkCommitter make(Path target, String extension, CommitterContext context, Steps steps) {
        return new FileSinkCommitter(target, extension, context, new Stepped(target, steps));
    }

    private static final class Stepped extends Disk {
        private final Path target;
        private final Steps steps;

        Stepped(Path target, Steps steps) {
            this.target = target;
            this.steps = steps;
        }

        @Override
        void rename(Path from, Path to) throws IOException {
            boolean publishes = target.equals(to.getParent()) && !target.equals(from.getParent());
            if (publishes) {
                steps.renaming();
            }
            super.rename(from, to);
            if (publishes) {
                steps.renamed();
            }
        }

        @Override
        void forceDirectory(Path directory) throws IOException {
            if (directory.equals(target)) {
                steps.syncing();
            }
            super.forceDirectory(directory);
        }
    }
}
