package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.state.Segment;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/** Where one attempt's part of a checkpoint is written: a file of the checkpoint, and one that later ones may point at. One io thread. */
public final class CutStorage implements AutoCloseable {
    private final CheckpointStorage storage;
    private final long checkpoint;
    private final String writer;
    private CheckpointStorage.Writer own;
    private CheckpointStorage.Writer shared;
    /** Whether storage failed to write or to force. */
    private boolean broken;
    /** Whether no whole part of the shared file waits to be forced. */
    private boolean sharedForced = true;

    /**
     * @param writer unique name of the attempt
     */
    public CutStorage(CheckpointStorage storage, long checkpoint, String writer) {
        this.storage = storage;
        this.checkpoint = checkpoint;
        this.writer = writer;
    }

    CheckpointStorage.Writer own() throws IOException {
        if (own == null) {
            own = storage.writer(checkpoint, writer);
        }
        return own;
    }

    /**
     * Into the file that later checkpoints may point at; made when it is needed first, since most snapshots have nothing for it.
     *
     * @param givenUp asked before each write, so that a large segment does not hold up a task that ends
     */
    StateHandle write(Segment segment, BooleanSupplier givenUp) throws IOException {
        requireWanted(givenUp);
        if (shared == null) {
            shared = storage.shared(checkpoint, writer);
        }
        StateHandle handle;
        boolean whole = false;
        OutputStream out = new Watched(shared.begin(), givenUp);
        try {
            segment.write(out);
            whole = true;
        } finally {
            // Also if it is not whole: those before it may still be forced.
            handle = shared.end();
            sharedForced &= !whole;
        }
        return handle;
    }

    /** All of it is on disk. */
    public void force() throws IOException {
        forceShared();
        if (own != null) {
            own.force();
        }
    }

    private void forceShared() throws IOException {
        if (!sharedForced) {
            broken = true;
            shared.force();
            broken = false;
            sharedForced = true;
        }
    }

    /** Whether every part that the shared writer ended is on disk. */
    public boolean sharedForced() {
        return sharedForced;
    }

    /**
     * Also without {@link #force} whole parts of the shared file stay, unless storage has failed: a checkpoint that is given up because
     * writing takes long would otherwise be followed by one that takes as long.
     */
    @Override
    public void close() {
        try {
            if (!broken) {
                forceShared();
            }
        } catch (IOException | RuntimeException e) {
            // Whoever closes it so has a failure to tell already; the next snapshot writes these parts again.
        } finally {
            closeBoth();
        }
    }

    private static void requireWanted(BooleanSupplier givenUp) throws IOException {
        if (givenUp.getAsBoolean()) {
            throw new IOException("The checkpoint was given up");
        }
    }

    /** Tells failures of storage from those of the operator: what was buffered then is lost, whatever a later call says. */
    private final class Watched extends OutputStream {
        private final OutputStream out;
        private final BooleanSupplier givenUp;

        Watched(OutputStream out, BooleanSupplier givenUp) {
            this.out = out;
            this.givenUp = givenUp;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            requireWanted(givenUp);
            boolean before = broken;
            broken = true;
            out.write(bytes, from, length);
            broken = before;
        }
    }

    private void closeBoth() {
        try {
            if (own != null) {
                own.close();
            }
        } finally {
            if (shared != null) {
                shared.close();
            }
        }
    }
}
