package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.BlockReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Reads the next blocks of several runs while the task merges those that are there. One piece of work at a time reads what is wanted, and
 * ends when nothing is.
 */
final class ReadAhead {
    private final Executor executor;
    private final Waiting waiting;
    private final Lifetime lifetime;
    private final ArrayDeque<Slot> wanted = new ArrayDeque<>();
    private boolean working;
    private Piece<Void> piece;

    ReadAhead(Executor executor, Waiting waiting, Lifetime lifetime) {
        this.executor = executor;
        this.waiting = waiting;
        this.lifetime = lifetime;
    }

    /** @param one and the other block of memory, lent until the sorter is closed */
    BlockFeed feed(BlockReader reader, byte[] one, byte[] other) {
        return new Feed(reader, one, other);
    }

    /** Nothing is begun any more. */
    void cancel() {
        Piece<Void> last;
        synchronized (wanted) {
            wanted.clear();
            last = piece;
        }
        if (last != null) {
            last.cancel();
        }
    }

    private void want(Slot slot) {
        Piece<Void> begun = null;
        synchronized (wanted) {
            wanted.add(slot);
            if (!working) {
                begun = new Piece<>(this::work, lifetime);
                piece = begun;
                working = true;
            }
        }
        if (begun != null) {
            executor.execute(begun);
        }
    }

    private Void work() {
        while (true) {
            Slot next;
            synchronized (wanted) {
                next = lifetime.closed() ? null : wanted.poll();
                if (next == null) {
                    working = false;
                    return null;
                }
            }
            next.fill();
        }
    }

    /** A block that is read, or is being read. */
    private static final class Slot {
        private final Feed feed;
        private final byte[] block;
        private CompletableFuture<Integer> length = new CompletableFuture<>();

        Slot(Feed feed, byte[] block) {
            this.feed = feed;
            this.block = block;
        }

        void fill() {
            CompletableFuture<Integer> told = length();
            try {
                told.complete(feed.read(block));
            } catch (Throwable failure) {
                told.completeExceptionally(failure);
            }
        }

        synchronized CompletableFuture<Integer> length() {
            return length;
        }

        synchronized void empty() {
            length = new CompletableFuture<>();
        }
    }

    private final class Feed implements BlockFeed {
        private final BlockReader reader;
        private Slot current;
        private Slot other;
        private boolean begun;
        /** Touched by whoever reads. */
        private boolean ended;

        Feed(BlockReader reader, byte[] one, byte[] other) {
            this.reader = reader;
            this.current = new Slot(this, one);
            this.other = new Slot(this, other);
            want(this.current);
            want(this.other);
        }

        /** Does not ask again behind the end: what failed there would not matter to anybody. */
        private int read(byte[] block) throws IOException {
            int length = ended ? -1 : reader.next(block, 0);
            ended = length < 0;
            return length;
        }

        @Override
        public int next() throws Exception {
            if (begun) {
                Slot read = current;
                current = other;
                other = read;
                read.empty();
                want(read);
            }
            begun = true;
            CompletableFuture<Integer> length = current.length();
            return length.isDone() && !length.isCompletedExceptionally()
                    ? length.join()
                    : waiting.await((CompletionStage<Integer>) length);
        }

        @Override
        public byte[] bytes() {
            return current.block;
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
