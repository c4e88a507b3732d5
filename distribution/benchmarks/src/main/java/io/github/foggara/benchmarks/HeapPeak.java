package io.github.foggara.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** The most that was live on the heap right after any collection since it was made, in bytes. */
final class HeapPeak implements AutoCloseable {
    private final AtomicLong peak = new AtomicLong();
    private final NotificationListener listener = (notification, handback) -> {
        GarbageCollectionNotificationInfo info =
                GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
        long used = info.getGcInfo().getMemoryUsageAfterGc().values().stream()
                .mapToLong(MemoryUsage::getUsed)
                .sum();
        peak.accumulateAndGet(used, Math::max);
    };

    HeapPeak() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener(listener, null, null);
        }
    }

    double megabytes() {
        return peak.get() / 1048576.0;
    }

    @Override
    public void close() throws ListenerNotFoundException {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).removeNotificationListener(listener);
        }
    }
}
