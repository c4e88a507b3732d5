package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Side;
import io.github.foggara.benchmarks.work.Worker;
import io.github.foggara.benchmarks.work.Workload;
import java.io.PrintStream;
import java.nio.file.Path;

/** {@code flink|jet WORKLOAD [key=value ...]}: measures a peer in this process; the suite calls it. */
public final class Main {
    private Main() {}

    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        Arguments arguments = Arguments.parse(words, 2);
        boolean flink = words[0].equals("flink");
        if (words[1].equals("W8")) {
            Path text = Path.of(arguments.text("text", "text"));
            if (flink) {
                FlinkStart.run(text);
            } else {
                JetStart.run(text);
            }
        } else {
            Workload workload = Workload.of(words[1]);
            Side side = flink ? new FlinkSide(workload) : new JetSide(workload.taskManagers());
            new Worker(side, arguments, out).measure(workload);
        }
        out.flush();
        // Their orderly shutdown takes seconds, and is not what is measured.
        Runtime.getRuntime().halt(0);
    }
}
