package io.github.foggara.window;

import java.util.stream.LongStream;

/** {@code -Dfoggara.seeds=N} for how many, {@code -Dseed=N} for a single one; a failure names its seed. */
final class Seeds {
    private Seeds() {}

    static long[] all(int usual) {
        Long one = Long.getLong("seed");
        return one != null
                ? new long[] {one}
                : LongStream.range(0, Integer.getInteger("foggara.seeds", usual))
                        .toArray();
    }
}
