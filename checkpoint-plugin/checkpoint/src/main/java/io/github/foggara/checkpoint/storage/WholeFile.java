package io.github.foggara.checkpoint.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that appears with {@link #force} and not before. One thread. Its folder is made when it is needed, and goes again if nothing came of
 * it.
 */
final class WholeFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WholeFile.class);
    /** Somebody who gives up may delete the folder, still empty, between the two steps. */
    private static final int ATTEMPTS = 5;

    private final CheckpointDisk disk;
    private final Path folder;
    private final Path path;
    private final Path temporary;
    private boolean open;

    private WholeFile(CheckpointDisk disk, Path folder, String name) {
        this.disk = disk;
        this.folder = folder;
        this.path = folder.resolve(name);
        this.temporary = folder.resolve(CheckpointFolders.TEMPORARY + name);
    }

    static WholeFile create(CheckpointDisk disk, Path folder, String name) throws IOException {
        WholeFile file = new WholeFile(disk, folder, name);
        try {
            file.open();
        } catch (IOException e) {
            file.removeFolder();
            throw file.failed(e);
        }
        return file;
    }

    private void open() throws IOException {
        for (int attempt = 1; !open; attempt++) {
            disk.createDirectories(folder);
            try {
                disk.create(temporary);
                open = true;
            } catch (NoSuchFileException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    void append(ByteBuffer bytes) throws IOException {
        try {
            disk.append(temporary, bytes);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** It is whole and stays, also after a crash. */
    void force() throws IOException {
        try {
            disk.force(temporary);
            disk.close(temporary);
            disk.rename(temporary, path);
            open = false;
            disk.syncDirectory(folder);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private IOException failed(IOException cause) {
        return DiskProblem.words("A checkpoint cannot be written to", path, cause);
    }

    /** Without {@link #force} before, nothing stays. Idempotent. */
    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        disk.close(temporary);
        try {
            disk.delete(temporary);
        } catch (IOException e) {
            LOG.warn("{} could not be deleted; it goes with its checkpoint: {}", temporary, e.toString());
        }
        removeFolder();
    }

    /** If it is empty: others may be writing there, and say so when they find it gone. */
    private void removeFolder() {
        try {
            if (disk.list(folder).isEmpty()) {
                disk.delete(folder);
            }
        } catch (IOException e) {
            LOG.debug("{} stays", folder, e);
        }
    }
}
