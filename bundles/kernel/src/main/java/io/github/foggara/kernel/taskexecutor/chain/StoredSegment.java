package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.state.FormerSegment;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A segment of a checkpoint. Any thread. */
final class StoredSegment implements FormerSegment {
    private final CheckpointStorage storage;
    private final StateHandle handle;
    private final String what;
    private final long checkpoint;

    /**
     * @param storage null if the bytes stand in the handle
     * @param what and whose it is, for messages
     */
    StoredSegment(CheckpointStorage storage, StateHandle handle, String what, long checkpoint) {
        this.storage = storage;
        this.handle = handle;
        this.what = what;
        this.checkpoint = checkpoint;
    }

    @Override
    public long length() {
        return handle.length();
    }

    @Override
    public InputStream open() throws IOException {
        if (handle instanceof StateHandle.Inline inline) {
            return new ByteArrayInputStream(inline.bytes());
        }
        try {
            return new Reading(storage.read(handle));
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    @Override
    public void write(OutputStream out) throws IOException {
        try (InputStream in = open()) {
            in.transferTo(out);
        }
    }

    private DamagedStateException damaged(IOException cause) {
        return new DamagedStateException(what, checkpoint, cause);
    }

    /** Says whose bytes they are that cannot be read. */
    private final class Reading extends FilterInputStream {
        Reading(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (IOException e) {
                throw damaged(e);
            }
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                return super.read(bytes, from, length);
            } catch (IOException e) {
                throw damaged(e);
            }
        }
    }
}
