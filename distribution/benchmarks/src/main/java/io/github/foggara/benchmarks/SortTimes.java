package io.github.foggara.benchmarks;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Meter;
import io.github.foggara.benchmarks.work.Row;
import io.github.foggara.sorter.ExternalSorter;
import io.github.foggara.sorter.SortedRecords;
import io.github.foggara.sorter.SorterOptions;
import io.github.foggara.sorter.Waiting;
import io.github.foggara.sorter.spill.AttemptSpillSpace;
import io.github.foggara.sorter.spill.SpillDirectories;
import io.github.foggara.sorter.spill.SpillOwner;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The sorter alone, on one thread and one that spills for it, beside what others need for the same rows: GNU sort for those that do not fit
 * into the memory, {@code Arrays.parallelSort} for those that do; and pairs of longs, in memory and with a tenth of it. On the disk of {@code dir=}.
 */
final class SortTimes {
    private static final Waiting BLOCKING = new Waiting() {
        @Override
        public <T> T await(CompletionStage<T> stage) throws Exception {
            return stage.toCompletableFuture().get();
        }
    };
    private static final int KEY = Long.BYTES;

    private final PrintStream out;

    SortTimes(PrintStream out) {
        this.out = out;
    }

    void run(Arguments arguments) throws Exception {
        Path directory = Files.createDirectories(Path.of(arguments.text("dir", "target/sort-times")));
        long rows = arguments.number("rows", 20_000_000);
        int fewer = (int) Math.min(rows, arguments.number("fewer", 5_000_000));
        long megabytes = arguments.number("megabytes", 256);
        long pairs = arguments.number("pairs", 10_000_000);
        for (int i = 0; i < arguments.number("inner", 3); i++) {
            sorter("sorter", directory, rows, Row.PAYLOAD, megabytes);
            gnuSort(directory, rows, megabytes);
            sorter("sorter in memory", directory, fewer, Row.PAYLOAD, 2048);
            parallelSort(fewer);
            sorter("pairs in memory", directory, pairs, Long.BYTES, 2048);
            sorter("pairs, a tenth", directory, pairs, Long.BYTES, pairs * (KEY + Long.BYTES) / 10 >> 20);
        }
    }

    private void sorter(String what, Path directory, long rows, int payload, long megabytes) throws Exception {
        ExecutorService io = Executors.newSingleThreadExecutor();
        try (SpillDirectories directories = SpillDirectories.open(List.of(directory), Long.MAX_VALUE);
                AttemptSpillSpace space = directories.space(new SpillOwner("benchmark", "sort", 0, 0))) {
            ExternalSorter sorter = new ExternalSorter(new SorterOptions(megabytes << 20, 128, space, io, BLOCKING));
            Meter meter = new Meter();
            try (sorter) {
                fill(sorter, rows, payload);
                SortedRecords sorted = sorter.finish();
                while (sorted.advance()) {
                    // It looks itself whether order and number are right.
                }
                print(
                        what,
                        rows,
                        meter.read(),
                        ", %.2f bytes written per byte, at most %.1f of %d MB held",
                        (double) sorter.spilledBytes() / (rows * (KEY + payload)),
                        sorter.peakMemory() / (double) (1 << 20),
                        megabytes);
            }
            sorter.released().toCompletableFuture().get();
        } finally {
            io.shutdown();
        }
    }

    private static void fill(ExternalSorter sorter, long rows, int length) throws Exception {
        byte[] key = new byte[KEY];
        byte[] payload = new byte[length];
        for (long i = 0; i < rows; i++) {
            Row.fill(key, Row.key(i));
            Row.fill(payload, i);
            sorter.add(key, KEY, payload, length);
        }
    }

    /** Lines of as many bytes as a row has, from one file into another. */
    private void gnuSort(Path directory, long rows, long megabytes) throws IOException, InterruptedException {
        Path lines = directory.resolve("lines");
        try {
            write(lines, rows);
            ProcessBuilder sort = new ProcessBuilder(
                    "sort",
                    "-S",
                    megabytes + "M",
                    "--parallel=2",
                    "-T",
                    directory.toString(),
                    "-o",
                    lines.toString(),
                    lines.toString());
            sort.environment().put("LC_ALL", "C");
            Meter meter = new Meter();
            if (sort.inheritIO().start().waitFor() != 0) {
                throw new IOException("sort failed");
            }
            print("GNU sort", rows, meter.read(), " (files of lines)");
        } finally {
            Files.deleteIfExists(lines);
        }
    }

    private static void write(Path lines, long rows) throws IOException {
        byte[] line = new byte[KEY + Row.PAYLOAD];
        Arrays.fill(line, (byte) 'x');
        line[line.length - 1] = '\n';
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(lines), 1 << 20)) {
            for (long i = 0; i < rows; i++) {
                byte[] key = HexFormat.of().toHexDigits(Row.key(i)).getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(key, 0, line, 0, key.length);
                file.write(line);
            }
        }
    }

    private void parallelSort(int rows) {
        Row[] all = new Row[rows];
        Meter meter = new Meter();
        for (int i = 0; i < rows; i++) {
            all[i] = Row.of(i);
        }
        Arrays.parallelSort(all, Comparator.comparingLong(Row::key));
        print("Arrays.parallelSort", rows, meter.read(), " (objects)");
    }

    private void print(String what, long rows, Meter.Reading reading, String more, Object... arguments) {
        out.printf(
                Locale.ROOT,
                "%-20s %.2f million rows/s, %.1f cores%s (others %.2f)%n",
                what,
                rows / reading.seconds() / 1e6,
                reading.cores(),
                String.format(Locale.ROOT, more, arguments),
                reading.othersCores());
    }
}
