package io.github.foggara.benchmarks.work;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Time, the processor time of this process, and what other processes used meanwhile. */
public final class Meter {
    private static final double NANOS = 1e9;
    /** Fields of the first line of /proc/stat that mean work: user, nice, system, irq, softirq, steal. */
    private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7, 8};

    private static final double TICKS_PER_SECOND = 100;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long begin;
    private final long ownBegin;
    private final double allBegin;

    public Meter() {
        allBegin = busySeconds();
        ownBegin = system.getProcessCpuTime();
        begin = System.nanoTime();
    }

    /** Since this meter was made. */
    public Reading read() {
        double seconds = (System.nanoTime() - begin) / NANOS;
        double own = (system.getProcessCpuTime() - ownBegin) / NANOS;
        double others = Math.max(0, busySeconds() - allBegin - own);
        return new Reading(seconds, own / seconds, others / seconds);
    }

    /** Processor seconds of the whole machine since it started; 0 where that is not told. */
    public static double busySeconds() {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            String[] fields = lines.findFirst().orElseThrow().trim().split("\\s+");
            double ticks = 0;
            for (int field : BUSY_FIELDS) {
                ticks += Double.parseDouble(fields[field]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * What was measured.
     *
     * @param seconds wall-clock time
     * @param cores processors used by this process, on average
     * @param othersCores processors used by all other processes, on average
     */
    public record Reading(double seconds, double cores, double othersCores) {}
}
