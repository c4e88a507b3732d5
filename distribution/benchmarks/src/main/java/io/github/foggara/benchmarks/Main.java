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
        if (words[0].equals("memory")) {
            new Memory(out).run(arguments);
            return;
        }
        if (words[0].equals("log")) {
            new LogTimes(out).run(arguments);
            return;
        }
        if (words[0].equals("state")) {
            new StateTimes(out).run(arguments);
            return;
        }
        if (words[0].equals("sort")) {
            new SortTimes(out).run(arguments);
            return;
        }
        try (FoggaraSide side = new FoggaraSide()) {
            new Worker(side, arguments, out).measure(Workload.of(words[0]));
        }
    }
}
