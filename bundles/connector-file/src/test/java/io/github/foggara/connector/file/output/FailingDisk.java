package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Fails each step that changes the disk from a given one on. */
final class FailingDisk extends Disk {
    private int left = Integer.MAX_VALUE;

    void failAfter(int steps) {
        left = steps;
    }

    private void step() throws IOException {
        if (left == 0) {
            throw new IOException("planted");
        }
        left--;
    }

    @Override
    void createDirectory(Path directory) throws IOException {
        step();
        super.createDirectory(directory);
    }

    @Override
    void createFile(Path file) throws IOException {
        step();
        super.createFile(file);
    }

    @Override
    FileChannel createLockFile(Path file) throws IOException {
        step();
        return super.createLockFile(file);
    }

    @Override
    void rename(Path from, Path to) throws IOException {
        step();
        super.rename(from, to);
    }

    @Override
    void delete(Path path) throws IOException {
        step();
        super.delete(path);
    }

    @Override
    void forceDirectory(Path directory) throws IOException {
        step();
        super.forceDirectory(directory);
    }
}
