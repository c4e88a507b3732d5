package io.github.foggara.benchmarks.suite;

import io.github.foggara.benchmarks.work.Meter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** W8: from the start of a process to the first byte of a result, and what the process occupies when it is idle. */
final class Start {
    private static final long LIMIT_SECONDS = 120;
    private static final long SETTLE_SECONDS = 5;

    private final Path base;
    private final Path home;
    private final Path text;

    /** Home is the unpacked distribution, text a small file. */
    Start(Path base, Path home, Path text) {
        this.base = base;
        this.home = home;
        this.text = text;
    }

    List<Figure> run(SideName side) throws IOException, InterruptedException {
        Process process = builder(side, true).start();
        try {
            double busy = Meter.busySeconds();
            long begin = System.nanoTime();
            int first = process.getInputStream().read();
            double seconds = (System.nanoTime() - begin) / 1e9;
            double own = cpu(process);
            double others = Math.max(0, (Meter.busySeconds() - busy - own) / seconds);
            if (first < 0) {
                throw new IllegalStateException("W8 printed no result on " + side.label());
            }
            double resident = side == SideName.FOGGARA ? idleContainer() : resident(process);
            return List.of(new Figure("first", seconds, others, ""), new Figure("resident", resident, others, ""));
        } finally {
            end(process);
        }
    }

    private ProcessBuilder builder(SideName side, boolean job) throws IOException {
        List<String> command = new ArrayList<>();
        if (side == SideName.FOGGARA) {
            command.add(home.resolve("bin/foggara").toString());
            command.addAll(
                    job ? List.of("run", "word-count", "--input", text.toString()) : List.of("start", "--foreground"));
        } else {
            command.addAll(List.of(Fork.java(), "-Xms64m", "-Xmx2g", "-XX:+UseG1GC"));
            command.addAll(Fork.peer(base));
            command.addAll(List.of(side.label(), "W8", "text=" + text));
        }
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private double idleContainer() throws IOException, InterruptedException {
        ProcessBuilder builder = builder(SideName.FOGGARA, false);
        Path data = Files.createTempDirectory("foggara-idle");
        builder.environment().put("FOGGARA_DATA", data.toString());
        Process process =
                builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try {
            return resident(process);
        } finally {
            end(process);
        }
    }

    private static double resident(Process process) throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
        try (var lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow()
                    / 1024.0;
        }
    }

    private static double cpu(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /** Input that ends tells the peers to go. */
    private static void end(Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        process.destroy();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
