package io.github.foggara.streams;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.job.SinkWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the largest records in a list sorted from the largest to the smallest. Most records of a long stream are smaller
 * than the last one and cost one comparison. Task thread.
 */
final class TopWriter<T> implements SinkWriter<T> {
    private final int limit;
    private final RecordOrder<T> order;
    private final MapFunction<T, String> formatter;
    private final String title;
    private final RuntimeContext context;
    private final List<T> largest = new ArrayList<>();

    TopWriter(int limit, RecordOrder<T> order, MapFunction<T, String> formatter, String title, RuntimeContext context) {
        this.limit = limit;
        this.order = order;
        this.formatter = formatter;
        this.title = title;
        this.context = context;
    }

    @Override
    public void open() throws Exception {
        order.open(context);
        formatter.open(context);
    }

    @Override
    public void write(T record) throws Exception {
        if (largest.size() == limit) {
            if (order.compare(record, largest.get(limit - 1)) <= 0) {
                return;
            }
            largest.remove(limit - 1);
        }
        largest.add(position(record), record);
    }

    /** Behind all that are not smaller. */
    private int position(T record) throws Exception {
        int low = 0;
        int high = largest.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(record, largest.get(middle)) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public List<byte[]> finish() throws Exception {
        List<byte[]> lines = new ArrayList<>();
        if (!title.isEmpty() && !largest.isEmpty()) {
            lines.add(title.getBytes(StandardCharsets.UTF_8));
        }
        for (T record : largest) {
            lines.add(formatter.map(record).getBytes(StandardCharsets.UTF_8));
        }
        return lines;
    }

    @Override
    public void close() throws Exception {
        largest.clear();
        try {
            order.close();
        } finally {
            formatter.close();
        }
    }
}
