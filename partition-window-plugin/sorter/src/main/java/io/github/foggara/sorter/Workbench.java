package io.github.foggara.sorter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** What the parts of one sorter share: its memory, its files, and the way to work on another thread. Task thread. */
final class Workbench {
    final SorterOptions options;
    final Shares shares;
    final Memory memory;
    final PagePool pool;
    final RunIndex index;
    final SpilledFiles files;
    final Lifetime lifetime = new Lifetime(this::end);
    private final byte[] block;
    private final Run.CopyBlock copies;
    /** Whatever else was taken, to be given back at the end. */
    private final List<byte[]> blocks = new ArrayList<>();

    private Piece<?> last;

    Workbench(SorterOptions options) {
        this.options = options;
        this.shares = new Shares(options.memory(), options.maxFan());
        this.memory = new Memory(options.memory());
        this.pool = new PagePool(memory, shares.pageSize());
        this.index = new RunIndex(memory, lifetime);
        this.files = new SpilledFiles(options.space());
        this.block = memory.bytes(shares.blockSize());
        this.copies = new Run.CopyBlock(memory.bytes(shares.blockSize()));
    }

    /** Begins a piece of background work; one at a time. */
    <T> Piece<T> start(Callable<T> work) {
        Piece<T> piece = new Piece<>(work, lifetime);
        last = piece;
        try {
            options.executor().execute(piece);
        } catch (RuntimeException | Error refused) {
            piece.cancel();
            throw refused;
        }
        return piece;
    }

    <T> T await(Piece<T> piece) throws Exception {
        return options.waiting().await(piece.result());
    }

    /** Waits until so many bytes are free. Only for what is sure to be given back: pages that a snapshot pins. */
    void awaitFree(long bytes) throws Exception {
        pool.trim();
        while (memory.free() < bytes) {
            options.waiting().await(pool.until(bytes));
            pool.trim();
        }
    }

    /** Writes all records of a cursor as one run. Not while other work writes one; any thread. */
    Run write(String purpose, Records records) throws Exception {
        RunWriter writer = new RunWriter(files, purpose, block, copies, lifetime);
        try {
            records.write(writer);
            return writer.finish();
        } catch (Throwable failure) {
            writer.abandon();
            throw failure;
        }
    }

    /** Writes records, already in order. */
    interface Records {
        void write(RunWriter writer) throws Exception;
    }

    /** Memory to read segments with, while no snapshot is open. */
    byte[] copyBlock() {
        return copies.bytes();
    }

    /** Of memory for reading runs; the same as before, and more if there were fewer. */
    List<byte[]> blocks(int count) {
        while (blocks.size() < count) {
            blocks.add(memory.bytes(shares.blockSize()));
        }
        return blocks.subList(0, count);
    }

    void close() {
        if (last != null) {
            last.cancel();
        }
        lifetime.close();
    }

    private void end() {
        files.deleteAll();
        index.drop();
        pool.stopKeeping();
        blocks.forEach(memory::give);
        memory.give(block);
        memory.give(copies.bytes());
    }
}
