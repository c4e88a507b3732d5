package io.github.foggara.checkpoint.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The disk of this machine, or whatever file system the paths belong to. */
public final class NioCheckpointDisk implements CheckpointDisk {
    private static final Logger LOG = LoggerFactory.getLogger(NioCheckpointDisk.class);
    /** The JDK keeps a direct buffer per thread, as large as the largest transfer from or to the heap. */
    private static final int SLICE = 64 << 10;

    private final Map<Path, FileChannel> open = new ConcurrentHashMap<>();

    @Override
    public void createDirectories(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            createDirectories(parent);
        }
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new NotDirectoryException(e.getFile());
        }
        if (parent != null) {
            syncDirectory(parent);
        }
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            paths.forEach(path -> names.add(path.getFileName().toString()));
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public long size(Path file) throws IOException {
        return Files.size(file);
    }

    @Override
    public int read(Path file, long position, ByteBuffer into) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            int total = 0;
            while (into.hasRemaining()) {
                int end = into.limit();
                into.limit(Math.min(end, into.position() + SLICE));
                int count = channel.read(into, position + total);
                into.limit(end);
                if (count < 0) {
                    return total == 0 ? -1 : total;
                }
                total += count;
            }
            return total;
        }
    }

    @Override
    public void create(Path file) throws IOException {
        open.put(file, FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    @Override
    public void append(Path file, ByteBuffer bytes) throws IOException {
        FileChannel channel = channel(file);
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + SLICE));
            channel.write(bytes);
        }
        bytes.limit(end);
    }

    @Override
    public void force(Path file) throws IOException {
        channel(file).force(true);
    }

    private FileChannel channel(Path file) throws IOException {
        FileChannel channel = open.get(file);
        if (channel == null) {
            throw new ClosedChannelException();
        }
        return channel;
    }

    @Override
    public void close(Path file) {
        FileChannel channel = open.remove(file);
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.warn("{} could not be closed", file, e);
            }
        }
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Systems that cannot open a directory keep its names by themselves. */
    @Override
    public void syncDirectory(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException ignored) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
