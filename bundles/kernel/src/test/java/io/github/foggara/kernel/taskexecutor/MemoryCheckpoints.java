package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The tasks' side of a checkpoint plugin, in memory. What is forced is a file; what is not, leaves nothing. */
final class MemoryCheckpoints implements CheckpointService {
    /** What happens at some point of the writing. */
    interface Hook {
        void run(long checkpoint) throws IOException;
    }

    final Map<String, byte[]> files = new ConcurrentHashMap<>();
    final AtomicInteger openWriters = new AtomicInteger();
    /** When a writer was made. */
    volatile Hook beforeWrite = checkpoint -> {};

    volatile Hook beforeForce = checkpoint -> {};
    /** When it is a file. */
    volatile Hook afterForce = checkpoint -> {};

    @Override
    public Set<String> capabilities() {
        return Set.of();
    }

    @Override
    public OptionSet options() {
        return new OptionSet("checkpoints of a test", List.of());
    }

    @Override
    public CheckpointCoordinator createCoordinator(CheckpointContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public BarrierHandler createBarrierHandler(BarrierContext context) {
        return new AlignedBarriers(context);
    }

    @Override
    public Configuration storageOptions(Configuration job) {
        return job;
    }

    @Override
    public void release(StorageContext run, CheckpointCoordinator.End end) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CheckpointStorage openStorage(StorageContext context) {
        return new Storage(context.directory().toString());
    }

    private final class Storage implements CheckpointStorage {
        private final String directory;

        Storage(String directory) {
            this.directory = directory;
        }

        @Override
        public Writer writer(long checkpoint, String writer) throws IOException {
            beforeWrite.run(checkpoint);
            openWriters.incrementAndGet();
            return new File(checkpoint, directory + "/" + checkpoint + "/" + writer);
        }

        @Override
        public Writer shared(long checkpoint, String writer) throws IOException {
            openWriters.incrementAndGet();
            return new File(checkpoint, directory + "/shared/" + checkpoint + "." + writer);
        }

        @Override
        public boolean isShared(StateHandle handle) {
            return !(handle instanceof StateHandle.InFile part) || part.file().startsWith(directory + "/shared/");
        }

        @Override
        public InputStream read(StateHandle handle) throws IOException {
            StateHandle.InFile part = (StateHandle.InFile) handle;
            byte[] file = files.get(part.file());
            if (file == null) {
                throw new NoSuchFileException(part.file());
            }
            int from = (int) part.offset();
            return new ByteArrayInputStream(Arrays.copyOfRange(file, from, from + (int) part.length()));
        }

        @Override
        public CheckpointMetadata.Pointer complete(CheckpointMetadata metadata) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CheckpointMetadata load(String pointer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<CheckpointMetadata.Pointer> completed(Consumer<Damaged> damaged) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void discard(long checkpoint) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void collect(long recorded) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void sweep(long above) {
            throw new UnsupportedOperationException();
        }
    }

    private final class File implements CheckpointStorage.Writer {
        private final long checkpoint;
        private final String name;
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();
        private int from;

        File(long checkpoint, String name) {
            this.checkpoint = checkpoint;
            this.name = name;
        }

        @Override
        public OutputStream begin() {
            from = all.size();
            return all;
        }

        @Override
        public StateHandle end() {
            return new StateHandle.InFile(name, from, all.size() - from, 0);
        }

        @Override
        public void force() throws IOException {
            beforeForce.run(checkpoint);
            if (files.put(name, all.toByteArray()) != null) {
                throw new IOException("Two attempts wrote " + name);
            }
            afterForce.run(checkpoint);
        }

        @Override
        public void close() {
            openWriters.decrementAndGet();
        }
    }
}
