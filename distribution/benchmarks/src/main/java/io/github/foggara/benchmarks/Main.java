package io.github.foggara.benchmarks;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Worker;
import io.github.foggara.benchmarks.work.Workload;
import java.io.PrintStream;

/** {@code WORKLOAD [key=value ...]}: measures this engine in this process; run.sh calls it through the suite. */
public final class Main {
    private Main() {}

    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        if (words.length == 0) {
            System.err.println("usage: WORKLOAD [key=value ...]");
            System.exit(2);
        }
        Arguments arguments = Arguments.parse(words, 1);
        switch (words[0]) {
            case "memory" -> new Memory(out).run(arguments);
            case "log" -> new LogTimes(out).run(arguments);
            case "state" -> new StateTimes(out).run(arguments);
            case "sort" -> new SortTimes(out).run(arguments);
            case "stream" -> new StreamTimes(out).run(arguments);
            case "wake" -> new WakeTimes(out).run(arguments);
            default -> measure(Workload.of(words[0]), arguments, out);
        }
    }

    private static void measure(Workload workload, Arguments arguments, PrintStream out) throws Exception {
        try (FoggaraSide side = new FoggaraSide(workload)) {
            new Worker(side, arguments, out).measure(workload);
        }
    }
}
