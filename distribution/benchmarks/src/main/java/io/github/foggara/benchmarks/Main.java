package io.github.foggara.benchmarks;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.UsageException;
import io.github.foggara.benchmarks.work.Worker;
import io.github.foggara.benchmarks.work.Workload;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** {@code WORKLOAD [key=value ...]}: measures this engine in this process; run.sh calls it through the suite. */
public final class Main {
    /** Of what users call without the suite, which looks at those of workloads. */
    private static final Map<String, List<String>> KEYS = Map.of(
            "memory", List.of("small", "large", "wide", "networked"),
            "log", List.of("dir", "events", "deployments", "inner"),
            "state", List.of("keys", "snapshots", "inner"),
            "sort", List.of("dir", "rows", "fewer", "megabytes", "inner"),
            "wake", List.of("rate", "warm", "seconds", "inner"),
            "stream", List.of("threads", "connections", "warm", "seconds", "inner"),
            "lost", List.of("kills", "grace", "silence", "interval"));

    private Main() {}

    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        if (words.length == 0) {
            System.err.println("usage: WORKLOAD [key=value ...]");
            System.exit(2);
        }
        try {
            Arguments arguments = Arguments.parse(words, 1);
            List<String> keys = KEYS.get(words[0]);
            if (keys != null) {
                arguments.require(words[0], keys);
            }
            run(words[0], arguments, out);
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static void run(String what, Arguments arguments, PrintStream out) throws Exception {
        switch (what) {
            case "memory" -> new Memory(out).run(arguments);
            case "log" -> new LogTimes(out).run(arguments);
            case "state" -> new StateTimes(out).run(arguments);
            case "sort" -> new SortTimes(out).run(arguments);
            case "stream" -> new StreamTimes(out).run(arguments);
            case "wake" -> new WakeTimes(out).run(arguments);
            case "lost" -> new LostTimes(out).run(arguments);
            default -> measure(Workload.of(what), arguments, out);
        }
    }

    private static void measure(Workload workload, Arguments arguments, PrintStream out) throws Exception {
        try (FoggaraSide side = new FoggaraSide(workload)) {
            new Worker(side, arguments, out).measure(workload);
        }
    }
}
