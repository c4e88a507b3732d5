package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.checkpoint.metadata.MetadataCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Finds metadata files and reads them. */
final class MetadataFiles {
    /** State in place is small, so no metadata comes near. */
    private static final long LARGEST = 1 << 30;

    private final CheckpointDisk disk;
    private final CheckpointFolders folders;

    MetadataFiles(CheckpointDisk disk, CheckpointFolders folders) {
        this.disk = disk;
        this.folders = folders;
    }

    /** A checkpoint and its place. */
    record Loaded(CheckpointMetadata metadata, Pointer pointer) {}

    /** The file that makes the folder a complete checkpoint, or null. */
    Path find(Path folder) throws IOException {
        List<String> names = disk.list(folder);
        for (String name : List.of(CheckpointFolders.METADATA, CheckpointFolders.SAVEPOINT)) {
            if (names.contains(name)) {
                return folder.resolve(name);
            }
        }
        return null;
    }

    /** Checkpoints of this run from an id on, complete or not, ascending. */
    long[] ids(long from) throws IOException {
        return disk.list(folders.run()).stream()
                .map(CheckpointFolders::id)
                .flatMapToLong(id -> id.stream())
                .filter(id -> id >= from)
                .sorted()
                .toArray();
    }

    /** Whether some folder in there is a complete checkpoint. */
    boolean anyIn(Path run) throws IOException {
        for (String name : disk.list(run)) {
            if (find(run.resolve(name)) != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * @param pointer a folder or the metadata file in it; relative to the directory of the run
     */
    Path locate(String pointer) throws IOException {
        Path given = CheckpointFolders.path(pointer.strip());
        Path path = (given.isAbsolute() ? given : folders.run().resolve(given.toString())).normalize();
        if (!given.isAbsolute() && !path.startsWith(folders.run())) {
            throw new DamagedCheckpointException(
                    "'" + pointer + "' leads out of the directory of the checkpoints, " + folders.run());
        }
        String name = String.valueOf(path.getFileName());
        if (name.equals(CheckpointFolders.METADATA) || name.equals(CheckpointFolders.SAVEPOINT)) {
            return path;
        }
        Path file = find(path);
        if (file == null) {
            throw missing(
                    path,
                    "There is no complete checkpoint in " + path + ": it holds no " + CheckpointFolders.METADATA
                            + ". Name the directory chk-NUMBER of a completed one");
        }
        return file;
    }

    Loaded load(Path file) throws IOException {
        byte[] bytes;
        try {
            bytes = read(file);
        } catch (DamagedCheckpointException e) {
            throw e;
        } catch (NoSuchFileException e) {
            throw missing(file, "The checkpoint cannot be read: " + file + " is not there");
        } catch (IOException e) {
            throw DiskProblem.words("The checkpoint cannot be read:", file, e);
        }
        Path folder = file.getParent();
        CheckpointMetadata metadata =
                MetadataCodec.decode(file.toString(), bytes, folders.prefix(folder), folders.sharedPrefix(folder));
        return new Loaded(metadata, pointer(folder, metadata, bytes.length));
    }

    private byte[] read(Path file) throws IOException {
        long size = disk.size(file);
        if (size > LARGEST) {
            throw new DamagedCheckpointException(
                    "The checkpoint cannot be read: " + file + " has " + size + " bytes, more than any metadata");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size);
        while (bytes.hasRemaining() && disk.read(file, bytes.position(), bytes) >= 0) {
            // reads on
        }
        if (bytes.hasRemaining()) {
            throw new IOException("it became shorter");
        }
        return bytes.array();
    }

    /**
     * Something is not there: damage if the place it was in holds something else, for an empty or missing one may be a file system that is
     * not mounted. Of shared files the directory goes with the last one, so what is beside it counts.
     */
    IOException missing(Path gone, String words) throws IOException {
        Path place = SharedFiles.holds(gone) ? gone.getParent().getParent() : gone.getParent();
        return place != null && !disk.list(place).isEmpty()
                ? new DamagedCheckpointException(words)
                : new IOException(words + "; there is nothing at all in " + place + ": is its file system mounted?");
    }

    Pointer pointer(Path folder, CheckpointMetadata metadata, long metadataBytes) {
        long bytes = metadataBytes;
        for (StateHandle handle : metadata.handles()) {
            // What is in place is part of the metadata.
            bytes += handle instanceof StateHandle.InFile part ? part.length() : 0;
        }
        return new Pointer(
                metadata.id(), metadata.timestampMillis(), metadata.kind(), CheckpointFolders.text(folder), bytes);
    }
}
