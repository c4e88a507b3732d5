package io.github.foggara.benchmarks.peers;

import com.hazelcast.jet.Traverser;
import io.github.foggara.benchmarks.work.Words;

/** The words of a line, cut out when they are asked for. */
final class JetWords implements Traverser<String> {
    private final String line;
    private int begin;

    JetWords(String line) {
        this.line = line;
    }

    @Override
    public String next() {
        while (begin < line.length()) {
            int from = begin;
            int end = Words.end(line, from);
            begin = end + 1;
            if (end > from) {
                return line.substring(from, end);
            }
        }
        return null;
    }
}
