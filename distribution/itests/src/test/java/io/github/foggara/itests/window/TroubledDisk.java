package io.github.foggara.itests.window;

import io.github.foggara.sorter.spill.SpillDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** The disk of this machine, in trouble when a test wants it to be. Thread-safe. */
final class TroubledDisk implements SpillDisk {
    /** What is wrong with it. */
    enum Trouble {
        /** It takes no byte more, as long as that lasts. */
        FULL("No space left on device"),
        /** No file can be made, as long as that lasts. */
        READ_ONLY("Read-only file system"),
        /** The next file that is read is not there any more. */
        GONE("is gone: somebody removed"),
        /** The next file that is read is not what was written. */
        DAMAGED("is damaged in");

        private final String words;

        Trouble(String words) {
            this.words = words;
        }

        /** What an error says of it. */
        String words() {
            return words;
        }
    }

    private final SpillDisk disk = SpillDisk.ofThisMachine();
    private final AtomicReference<Trouble> trouble = new AtomicReference<>();
    private volatile Pause pause;

    /** A write that has begun and does not end. */
    static final class Pause {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);

        void awaitWrite() throws InterruptedException {
            begun.await();
        }

        void end() {
            end.countDown();
        }

        /** Other than a thread that waits, a write does not hear of an interrupt. */
        private void stay() {
            begun.countDown();
            boolean interrupted = false;
            while (end.getCount() > 0) {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void begin(Trouble which) {
        trouble.set(which);
    }

    void end() {
        trouble.set(null);
    }

    /** Writes stop from now on. */
    Pause pause() {
        Pause made = new Pause();
        pause = made;
        return made;
    }

    @Override
    public Held hold(Path root) throws IOException {
        checkWritable(root);
        return disk.hold(root);
    }

    private void checkWritable(Path path) throws IOException {
        if (trouble.get() == Trouble.READ_ONLY) {
            throw new FileSystemException(path.toString(), null, Trouble.READ_ONLY.words());
        }
    }

    @Override
    public void sweep(Path root) {
        disk.sweep(root);
    }

    @Override
    public File create(Path file) throws IOException {
        checkWritable(file);
        return new Written(disk.create(file));
    }

    @Override
    public File open(Path file) throws IOException {
        if (trouble.compareAndSet(Trouble.GONE, null)) {
            Files.delete(file);
        } else if (trouble.compareAndSet(Trouble.DAMAGED, null)) {
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        }
        return disk.open(file);
    }

    @Override
    public void delete(Path file) throws IOException {
        disk.delete(file);
    }

    @Override
    public long freeBytes(Path directory) throws IOException {
        return trouble.get() == Trouble.FULL ? 0 : disk.freeBytes(directory);
    }

    private final class Written implements File {
        private final File file;

        Written(File file) {
            this.file = file;
        }

        @Override
        public void write(ByteBuffer[] parts) throws IOException {
            Pause now = pause;
            if (now != null) {
                now.stay();
            }
            if (trouble.get() == Trouble.FULL) {
                throw new IOException(Trouble.FULL.words());
            }
            file.write(parts);
        }

        @Override
        public int read(ByteBuffer[] parts, long position) throws IOException {
            return file.read(parts, position);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
