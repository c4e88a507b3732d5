package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.PagedCopy;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** A rolling reduce at one moment; the format stands at {@link ReduceTables}. */
final class ReduceSnapshot implements KeyedSnapshot {
    private final Header header;
    /** None once it is closed: who still holds it then must not hold the arrays. */
    private volatile List<Frozen> tables;

    private final RecordCodec<Object> codec;
    private final int groups;
    private final RecordOutput out = new RecordOutput(1 << 16);
    private volatile boolean closed;

    /** What stands before the entries. */
    record Header(String keeps, boolean firsts) {}

    /** A table that was not empty. */
    record Frozen(KeyKind kind, ReduceTable table, PagedCopy copy, GroupedSlots.Slots slots) {}

    /** Its entries by group. */
    private record Sorted(Frozen table, GroupedSlots slots) {
        int size(int group) {
            return slots.size(group);
        }
    }

    /**
     * @param codec belongs to the thread that writes
     */
    ReduceSnapshot(Header header, List<Frozen> tables, RecordCodec<Object> codec, int groups) {
        this.header = header;
        this.tables = tables;
        this.codec = codec;
        this.groups = groups;
    }

    boolean closed() {
        return closed;
    }

    @Override
    public void write(KeyGroups to) throws IOException {
        List<Frozen> frozen = tables;
        // Not before: a list that is empty because it was closed just now would pass for no state.
        check();
        List<Sorted> sorted = new ArrayList<>();
        for (Frozen table : frozen) {
            check();
            sorted.add(new Sorted(table, new GroupedSlots(table.copy(), groups, table.slots())));
        }
        for (int group = 0; group < groups; group++) {
            int in = group;
            if (sorted.stream().anyMatch(table -> table.size(in) > 0)) {
                check();
                encode(sorted, group);
                OutputStream stream = to.begin(group);
                stream.write(out.array(), 0, out.length());
            }
        }
    }

    private void encode(List<Sorted> sorted, int group) {
        out.reset();
        out.writeByte(ReduceTables.VERSION);
        out.writeByte(header.firsts() ? 1 : 0);
        out.writeString(header.keeps());
        EntryWriter entries = new EntryWriter(out, codec);
        for (Sorted table : sorted) {
            if (table.size(group) > 0) {
                out.writeByte(table.table().kind().ordinal() + 1);
                out.writeVarLong(table.size(group));
                write(table.table().table(), table.slots().first(group), entries);
            }
        }
        out.writeByte(0);
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, out.length());
        out.writeInt((int) crc.getValue());
    }

    private static void write(ReduceTable table, GroupedSlots.Run first, EntryWriter entries) {
        for (GroupedSlots.Run run = first; run != null; run = run.next()) {
            for (int i = 0; i < run.size(); i++) {
                table.write(run.page(), i, entries);
            }
        }
    }

    private void check() throws IOException {
        if (closed) {
            throw new IOException("The snapshot was given up");
        }
    }

    @Override
    public void close() {
        closed = true;
        tables.forEach(table -> table.copy().close());
        tables = List.of();
    }
}
