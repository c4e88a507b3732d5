package io.github.foggara.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** W8: from starting the process of the assembled container to the first result, and what it occupies when idle. */
final class ContainerStart {
    private static final long LIMIT_SECONDS = 120;

    private final PrintStream out;
    private final Path home;

    ContainerStart(PrintStream out, Path home) {
        this.out = out;
        this.home = home;
    }

    void run(Arguments arguments) throws Exception {
        int repetitions = (int) arguments.number("reps", 5);
        Path text = Files.createTempFile("foggara-benchmarks", ".txt");
        try {
            Files.writeString(text, "the quick brown fox jumps over the lazy dog\n".repeat(1000));
            firstResult(text);
            double[] seconds = new double[repetitions];
            for (int i = 0; i < repetitions; i++) {
                seconds[i] = firstResult(text);
            }
            out.println(Figures.of(seconds).row("W8 start to result", "s"));
        } finally {
            Files.delete(text);
        }
        idle();
    }

    /** Seconds from the start of the process to the first line of the job's report on its standard output. */
    private double firstResult(Path text) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process process = foggara("run", "word-count", "--input", text.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int first = process.getInputStream().read();
        double seconds = (System.nanoTime() - begin) / 1e9;
        process.getInputStream().readAllBytes();
        if (first < 0 || process.waitFor() != 0) {
            throw new IllegalStateException("foggara run printed no result");
        }
        return seconds;
    }

    private void idle() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("foggara-idle");
        ProcessBuilder builder = foggara("start", "--foreground").redirectErrorStream(true);
        builder.environment().put("FOGGARA_DATA", data.toString());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        try {
            TimeUnit.SECONDS.sleep(10);
            long before = cpuTicks(process.pid());
            TimeUnit.SECONDS.sleep(10);
            long ticks = cpuTicks(process.pid()) - before;
            out.println(String.format(
                    Locale.ROOT,
                    "%-28s %10.1f MiB resident, %.2f %% of a core over 10 s",
                    "idle container",
                    residentKilobytes(process.pid()) / 1024.0,
                    ticks / 10.0));
        } finally {
            process.destroy();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    private ProcessBuilder foggara(String... words) {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/foggara").toString()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command);
    }

    /** User and system time in ticks of 10 ms. */
    private static long cpuTicks(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.UTF_8);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    private static long residentKilobytes(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
