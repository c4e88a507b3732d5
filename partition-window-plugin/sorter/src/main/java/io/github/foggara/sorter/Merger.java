package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.BlockReader;
import java.util.ArrayList;
import java.util.List;

/** Merges runs until they can all be merged at once, and then while they are read. Task thread; the passes run in the background. */
final class Merger {
    private final Workbench bench;
    private final RunList runs;
    /** A sorted buffer that takes part in the last merge; may be empty. */
    private final RecordArea area;

    private final KeyColumns columns;
    private final boolean decided;
    private final List<BlockReader> readers = new ArrayList<>();
    private ReadAhead ahead;
    private int passes;

    Merger(Workbench bench, RunList runs, RecordArea area) {
        this.bench = bench;
        this.runs = runs;
        this.area = area;
        this.columns = columns();
        int shortest = Math.min(runs.shortestKey(), area.shortestKey());
        int longest = Math.max(runs.longestKey(), area.longestKey());
        this.decided = RunIndex.decided(shortest, longest, columns);
    }

    /** What is the same in all runs need not be compared, if that is known of all. */
    private KeyColumns columns() {
        List<KeySpread> spreads =
                new ArrayList<>(runs.all().stream().map(Run::spread).toList());
        if (area.count() > 0) {
            spreads.add(bench.index.spread());
        }
        KeySpread all = KeySpread.of(spreads);
        return all == null || all.fromTheBeginning() ? KeyColumns.PREFIX : new KeyColumns(all);
    }

    /** Passes over part of the data that were necessary. */
    int passes() {
        return passes;
    }

    SortedRecords merge() throws Exception {
        int fan = fan();
        MergePlan plan = MergePlan.next(runs.payloads(), fan);
        while (plan.count() > 0) {
            List<Run> part = runs.part(plan);
            List<byte[]> blocks = bench.blocks(part.size());
            runs.replace(
                    plan, bench.await(bench.start(() -> bench.write("merge", writer -> pass(part, blocks, writer)))));
            passes++;
            plan = MergePlan.next(runs.payloads(), fan);
        }
        return last();
    }

    /**
     * How many runs the memory is enough for: two blocks for each. A key that is longer than a block has to be in memory as a whole, one for
     * each run; it is reckoned with here, though two are merged in any case.
     */
    private int fan() {
        long longest = runs.longestKey();
        long forRun = 2L * bench.shares.blockSize()
                + (longest > bench.shares.blockSize() - RecordFormat.MAX_HEADER ? longest : 0);
        return (int) Math.max(2, Math.min(bench.options.maxFan(), bench.memory.free() / forRun));
    }

    private void pass(List<Run> part, List<byte[]> blocks, RunWriter writer) throws Exception {
        RunCursor[] cursors = new RunCursor[part.size()];
        try {
            for (int i = 0; i < cursors.length; i++) {
                cursors[i] = new FileCursor(
                        new BlockFeed.Direct(part.get(i).read(), blocks.get(i)),
                        part.get(i),
                        part.get(i).records());
            }
            LoserTree tree = new LoserTree(cursors, columns, decided);
            OrderCheck check = new OrderCheck();
            long position = 0;
            while (tree.advance()) {
                check.next(tree.current(), ++position);
                tree.current().copyTo(writer);
            }
        } finally {
            close(cursors);
        }
    }

    private static void close(RunCursor[] cursors) {
        for (RunCursor cursor : cursors) {
            if (cursor != null) {
                cursor.close();
            }
        }
    }

    private SortedRecords last() throws Exception {
        List<RunCursor> cursors = new ArrayList<>();
        List<byte[]> blocks = bench.blocks(2 * runs.size());
        ahead = new ReadAhead(bench.options.executor(), bench.options.waiting(), bench.lifetime);
        for (Run run : runs.all()) {
            BlockReader reader = run.read();
            readers.add(reader);
            int at = 2 * cursors.size();
            cursors.add(new FileCursor(ahead.feed(reader, blocks.get(at), blocks.get(at + 1)), run, run.records()));
        }
        if (area.count() > 0) {
            cursors.add(new MemoryCursor(bench.index, area));
        }
        LoserTree tree = cursors.isEmpty() ? null : new LoserTree(cursors.toArray(RunCursor[]::new), columns, decided);
        return new SortedRecords(tree, runs.records() + area.count());
    }

    void close() {
        if (ahead != null) {
            ahead.cancel();
        }
        readers.forEach(BlockReader::close);
    }
}
