package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.checkpoint.metadata.MetadataCodec;
import io.github.foggara.checkpoint.metadata.PartName;
import io.github.foggara.checkpoint.metadata.PartNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checkpoints of one run as files; see the package. Holds nothing open, so it need not be closed. Thread-safe. */
public final class FileCheckpointStorage implements CheckpointStorage {
    private static final Logger LOG = LoggerFactory.getLogger(FileCheckpointStorage.class);

    private final CheckpointDisk disk;
    private final JobId job;
    private final CheckpointFolders folders;
    private final long inlineLimit;
    private final MetadataFiles files;
    private final SharedFiles shared;

    private FileCheckpointStorage(CheckpointDisk disk, JobId job, CheckpointFolders folders, long inlineLimit) {
        this.disk = disk;
        this.job = job;
        this.folders = folders;
        this.inlineLimit = inlineLimit;
        this.files = new MetadataFiles(disk, folders);
        this.shared = new SharedFiles(disk, folders, files);
    }

    /**
     * @throws IOException if the configured directory is no place on any file system
     */
    public static FileCheckpointStorage open(CheckpointDisk disk, StorageContext context) throws IOException {
        return new FileCheckpointStorage(
                disk,
                context.job(),
                CheckpointFolders.of(context),
                context.configuration().get(CheckpointOptions.INLINE_THRESHOLD));
    }

    @Override
    public Writer writer(long checkpoint, String writer) {
        return writer(writer, folders.of(checkpoint), new PartName(false, writer));
    }

    @Override
    public Writer shared(long checkpoint, String writer) {
        return writer(writer, folders.shared(), new PartName(true, PartNames.shared(checkpoint, writer)));
    }

    private Writer writer(String given, Path folder, PartName name) {
        if (!PartNames.accepts(given) || !PartNames.accepts(name)) {
            throw new IllegalArgumentException("'" + given + "' is no name for a writer");
        }
        return new PartWriter(disk, folder, name.name(), inlineLimit);
    }

    @Override
    public boolean isShared(StateHandle handle) {
        return !(handle instanceof StateHandle.InFile part)
                || CheckpointFolders.inRun(part.file()).filter(PartName::shared).isPresent();
    }

    @Override
    public InputStream read(StateHandle handle) throws IOException {
        if (handle instanceof StateHandle.Inline inline) {
            return new ByteArrayInputStream(inline.bytes());
        }
        StateHandle.InFile part = (StateHandle.InFile) handle;
        Path file = folders.part(part.file());
        if (!folders.run().equals(file.getParent().getParent()) && !ofComplete(file)) {
            throw files.missing(file.getParent(), "'" + part.file() + "' belongs to no complete checkpoint");
        }
        return new PartReader(disk, files, file, part).open();
    }

    /** Elsewhere, so that a forged name leads to nothing but checkpoints. */
    private boolean ofComplete(Path file) throws IOException {
        Path folder = file.getParent();
        return files.find(folder) != null || SharedFiles.holds(file) && files.anyIn(folder.getParent());
    }

    @Override
    public Pointer complete(CheckpointMetadata metadata) throws IOException {
        if (!metadata.job().equals(job)) {
            throw new IllegalArgumentException("The checkpoint is of job " + metadata.job() + ", not of " + job);
        }
        long id = metadata.id();
        Path folder = folders.of(id);
        Map<PartName, Long> ends = new HashMap<>();
        byte[] bytes = MetadataCodec.encode(metadata, part -> {
            PartName name = CheckpointFolders.nameIn(id, part.file());
            ends.merge(name, part.offset() + part.length(), Math::max);
            return name;
        });
        // What cannot be read back is no checkpoint.
        MetadataCodec.decode("what was to be stored", bytes, folders.prefix(folder), folders.sharedPrefix(folder));
        for (Map.Entry<PartName, Long> end : ends.entrySet()) {
            Path place = end.getKey().shared() ? folders.shared() : folder;
            requireWritten(place.resolve(end.getKey().name()), end.getValue());
        }
        if (files.find(folder) != null) {
            throw new IOException("Checkpoint " + id + " is complete already in " + folder
                    + ": another life of the job has stored it");
        }
        String name = metadata.kind() == Kind.SAVEPOINT ? CheckpointFolders.SAVEPOINT : CheckpointFolders.METADATA;
        try (WholeFile file = WholeFile.create(disk, folder, name)) {
            file.append(ByteBuffer.wrap(bytes));
            file.force();
        }
        return files.pointer(folder, metadata, bytes.length);
    }

    private void requireWritten(Path file, long end) throws IOException {
        long size;
        try {
            size = disk.size(file);
        } catch (IOException e) {
            throw DiskProblem.words("A checkpoint lacks its part", file, e);
        }
        if (size < end) {
            throw new IOException("A checkpoint lacks bytes of its part " + file + ": it has " + size + ", not " + end);
        }
    }

    @Override
    public CheckpointMetadata load(String pointer) throws IOException {
        return files.load(files.locate(pointer)).metadata();
    }

    @Override
    public List<Pointer> completed(Consumer<Damaged> damaged) throws IOException {
        List<Pointer> completed = new ArrayList<>();
        for (long id : files.ids(0)) {
            Path file = files.find(folders.of(id));
            if (file != null) {
                try {
                    completed.add(ours(id, files.load(file)));
                } catch (IOException e) {
                    leftOut(id, e, damaged);
                }
            }
        }
        return completed;
    }

    private void leftOut(long id, IOException problem, Consumer<Damaged> damaged) throws IOException {
        if (files.find(folders.of(id)) == null) {
            LOG.debug("checkpoint {} of job {} went while it was looked at", id, job);
        } else if (problem instanceof DamagedCheckpointException) {
            LOG.error("Checkpoint {} of job {} is left out: {}", id, job, problem.getMessage());
            damaged.accept(new Damaged(id, problem.getMessage()));
        } else {
            throw problem;
        }
    }

    private Pointer ours(long id, MetadataFiles.Loaded loaded) throws IOException {
        CheckpointMetadata metadata = loaded.metadata();
        if (metadata.id() != id || !metadata.job().equals(job)) {
            throw new DamagedCheckpointException(
                    loaded.pointer().pointer() + " holds checkpoint " + metadata.id() + " of job " + metadata.job());
        }
        return loaded.pointer();
    }

    @Override
    public void discard(long checkpoint) throws IOException {
        Path folder = folders.of(checkpoint);
        try {
            remove(folder);
        } catch (IOException e) {
            throw DiskProblem.words("A checkpoint cannot be deleted from", folder, e);
        }
    }

    /** Of a link to somewhere else only the link goes, because it is deleted before it is looked into. */
    private void remove(Path folder) throws IOException {
        List<String> names = new ArrayList<>(disk.list(folder));
        if (names.contains(CheckpointFolders.SAVEPOINT)) {
            return;
        }
        if (deleted(folder)) {
            removeRun(!names.isEmpty());
            return;
        }
        if (names.remove(CheckpointFolders.METADATA)) {
            disk.delete(folder.resolve(CheckpointFolders.METADATA));
            disk.syncDirectory(folder);
        }
        for (String name : names) {
            disk.delete(folder.resolve(name));
        }
        disk.delete(folder);
        removeRun(true);
    }

    private boolean deleted(Path folder) throws IOException {
        try {
            disk.delete(folder);
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
    }

    /** With its last checkpoint goes the directory of the run. */
    private void removeRun(boolean sync) throws IOException {
        if (disk.list(folders.run()).isEmpty()) {
            deleted(folders.run());
        } else if (sync) {
            disk.syncDirectory(folders.run());
        }
    }

    /**
     * The run is over: what is incomplete goes, and all but savepoints if they are not kept.
     *
     * @throws IOException if something cannot be deleted for now
     */
    public void release(boolean kept) throws IOException {
        for (long id : files.ids(0)) {
            if (kept) {
                sweepOne(id);
            } else {
                discard(id);
            }
        }
        shared.sweep(0);
        removeRun(false);
    }

    @Override
    public void collect(long recorded) throws IOException {
        shared.collect(recorded);
    }

    /** What cannot be deleted is told and left: it must not hide the others. */
    @Override
    public void sweep(long above) throws IOException {
        for (long id : files.ids(above)) {
            try {
                sweepOne(id);
            } catch (IOException e) {
                LOG.warn("What is left of checkpoint {} of job {} stays: {}", id, job, e.getMessage());
            }
        }
        try {
            shared.sweep(above);
        } catch (IOException e) {
            LOG.warn("Shared files of checkpoints of job {} stay: {}", job, e.getMessage());
        }
        // Also if a crash came between the two deletions of a last checkpoint.
        removeRun(false);
    }

    private void sweepOne(long id) throws IOException {
        Path folder = folders.of(id);
        if (files.find(folder) == null) {
            discard(id);
            return;
        }
        for (String name : disk.list(folder)) {
            if (name.startsWith(CheckpointFolders.TEMPORARY)) {
                disk.delete(folder.resolve(name));
            }
        }
    }
}
