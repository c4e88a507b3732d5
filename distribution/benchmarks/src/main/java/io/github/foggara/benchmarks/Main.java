package io.github.foggara.benchmarks;

import java.io.PrintStream;
import java.nio.file.Path;

/** {@code WORKLOAD [key=value ...]}; see the README beside this module. */
public final class Main {
    private Main() {}

    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        String workload = words.length == 0 ? "" : words[0];
        Arguments arguments = Arguments.parse(words, Math.min(1, words.length));
        switch (workload) {
            case "W1" -> new Throughput(out).chain(arguments);
            case "W2" -> new Throughput(out).shuffle(arguments);
            case "W8" -> new ContainerStart(out, Path.of(System.getProperty("foggara.home"))).run(arguments);
            case "memory" -> new Memory(out).run(arguments);
            default -> {
                System.err.println("usage: run.sh W1|W2|W8|memory|all [key=value ...]");
                System.exit(2);
            }
        }
    }
}
