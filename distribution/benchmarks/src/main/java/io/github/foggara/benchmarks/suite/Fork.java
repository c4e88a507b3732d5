package io.github.foggara.benchmarks.suite;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs one repetition of one side in a new JVM. */
final class Fork {
    private static final List<String> OPENED = List.of(
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    private final Path base;
    private final Arguments arguments;

    /** Base is the folder of the benchmarks. */
    Fork(Path base, Arguments arguments) {
        this.base = base;
        this.arguments = arguments;
    }

    List<Figure> run(Case workload, SideName side, Map<String, String> parameters)
            throws IOException, InterruptedException {
        List<String> command = jvm(workload, side);
        command.add(workload.label());
        parameters.forEach((key, value) -> command.add(key + "=" + value));
        Path log = Files.createDirectories(base.resolve("target/logs"))
                .resolve(workload.label() + "-" + side.label() + ".log");
        Process process = new ProcessBuilder(command)
                .directory(base.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(arguments.number("timeout", 900), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        List<Figure> figures = Files.readAllLines(log).stream()
                .filter(line -> line.startsWith(Worker.PREFIX))
                .map(Figure::parse)
                .toList();
        if (!ended || process.exitValue() != 0 || figures.isEmpty()) {
            throw new IllegalStateException(workload.label() + " failed on " + side.label() + ": see " + log);
        }
        return figures;
    }

    /** The command up to the main class and its first words. */
    private List<String> jvm(Case workload, SideName side) throws IOException {
        String collector = arguments.text("gc." + side.label(), arguments.text("gc", workload.collector()));
        String heap = arguments.text("heap", "4g");
        List<String> command = new ArrayList<>(
                List.of(java(), "-Xms" + heap, "-Xmx" + heap, "-XX:+Use" + collector + "GC", "-XX:+AlwaysPreTouch"));
        String more = arguments.text("jvm." + side.label(), arguments.text("jvm", ""));
        if (!more.isEmpty()) {
            command.addAll(List.of(more.split(" ")));
        }
        String recording = arguments.text("jfr", "");
        if (recording.equals(side.label())) {
            command.add("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename="
                    + base.resolve("target/logs/" + workload.label() + "-" + side.label() + ".jfr"));
        }
        if (side == SideName.FOGGARA) {
            command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.github.foggara.benchmarks.Main"));
        } else {
            command.addAll(peer(base));
            command.add(side.label());
        }
        return command;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Class path and main class of the peers. */
    static List<String> peer(Path base) throws IOException {
        List<String> command = new ArrayList<>(OPENED);
        Path target = base.resolve("peers/target");
        String libraries = Files.readString(target.resolve("classpath.txt")).trim();
        command.addAll(List.of(
                "-cp",
                target.resolve("classes") + java.io.File.pathSeparator + libraries,
                "io.github.foggara.benchmarks.peers.Main"));
        return command;
    }
}
