package io.github.foggara.kernel.memory;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.task.MemoryReservation;
import io.github.foggara.kernel.config.ContainerOptions;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Bulk memory of one container. An account and no allocator: whoever reserves some allocates it on the heap, and no more. Thread-safe. */
public final class ManagedMemory {
    private static final int NAMED = 10;

    private final Set<Reservation> reservations = new LinkedHashSet<>();
    private long total;

    /**
     * @param total in bytes, from 0
     */
    public ManagedMemory(long total) {
        this.total = total;
    }

    /**
     * What is held already stays, also if it is more.
     *
     * @param bytes from 0
     */
    public synchronized void resize(long bytes) {
        total = bytes;
    }

    public synchronized long total() {
        return total;
    }

    /** Negative if it was made smaller than what is held. */
    public synchronized long free() {
        return total - held();
    }

    /** Bytes that jobs other than this one hold. */
    public synchronized long heldByOthers(JobId job) {
        return reservations.stream()
                .filter(reservation -> !reservation.job.equals(job))
                .mapToLong(Reservation::bytes)
                .sum();
    }

    private long held() {
        return reservations.stream().mapToLong(Reservation::bytes).sum();
    }

    /**
     * @param holder for messages
     * @param minimum from 0
     * @param wanted at least the minimum
     * @return as much as is free of what is wanted
     * @throws IllegalStateException if less than the minimum is free
     */
    public synchronized MemoryReservation reserve(JobId job, String holder, long minimum, long wanted) {
        if (minimum < 0 || wanted < minimum) {
            throw new IllegalArgumentException("No bytes to reserve: " + minimum + " to " + wanted);
        }
        long free = free();
        if (free < minimum) {
            throw new IllegalStateException(
                    holder + " needs " + words(minimum) + " of bulk memory, and " + words(Math.max(0, free))
                            + " of " + words(total) + " are free. " + holders() + ". Raise "
                            + ContainerOptions.MANAGED_MEMORY.key()
                            + " of the container, let it ask for less, or wait for the others to end");
        }
        Reservation made = new Reservation(job, holder, Math.min(wanted, free));
        reservations.add(made);
        return made;
    }

    private String holders() {
        if (reservations.isEmpty()) {
            return "Nobody holds any";
        }
        String largest = reservations.stream()
                .sorted((one, other) -> Long.compare(other.bytes, one.bytes))
                .limit(NAMED)
                .map(reservation -> words(reservation.bytes) + " " + reservation.holder)
                .collect(Collectors.joining(", ", "Holders are ", ""));
        int others = reservations.size() - NAMED;
        return others > 0 ? largest + ", and " + others + " more" : largest;
    }

    /** In the largest unit that is exact. */
    public static String words(long bytes) {
        if (bytes == 0 || bytes % 1024 != 0) {
            return bytes + " bytes";
        }
        if (bytes % (1024 * 1024) != 0) {
            return bytes / 1024 + " kb";
        }
        return bytes / (1024 * 1024) + " mb";
    }

    private synchronized void release(Reservation reservation) {
        reservations.remove(reservation);
    }

    /** By identity. */
    private final class Reservation implements MemoryReservation {
        private final JobId job;
        private final String holder;
        private final long bytes;

        Reservation(JobId job, String holder, long bytes) {
            this.job = job;
            this.holder = holder;
            this.bytes = bytes;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void close() {
            release(this);
        }
    }
}
