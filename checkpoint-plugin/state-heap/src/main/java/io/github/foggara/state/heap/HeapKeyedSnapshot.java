package io.github.foggara.state.heap;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.PagedCopy;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** All states of one operator at one moment. What is shared with the task are arrays behind {@link PagedCopy}, and pinned objects. */
final class HeapKeyedSnapshot implements KeyedSnapshot {
    /** So many values are touched ahead. */
    private static final int AHEAD = 32;

    /** None once it is closed: who still holds it then must not hold the arrays. */
    private volatile List<Frozen> tables;

    private final List<KeptPart> kept;
    private final RecordCodec<Object> keyCodec;
    private final int groups;
    private final AtomicBoolean begun = new AtomicBoolean();
    /** Means nothing, but the touching is not left out. */
    private int touched;

    private volatile boolean written;
    private volatile boolean closed;

    /** One table of a state. */
    record Frozen(
            NamedState state,
            List<RecordCodec<Object>> codecs,
            KeyForm form,
            FlatTable table,
            PagedCopy copy,
            GroupedSlots.Slots slots) {}

    /** Its entries by group. */
    private record Sorted(Frozen frozen, GroupedSlots slots) {
        boolean has(int group) {
            return slots.size(group) > 0;
        }
    }

    /**
     * @param tables those of one state follow each other
     * @param groups number of key groups of the operator
     */
    HeapKeyedSnapshot(List<Frozen> tables, List<KeptPart> kept, RecordCodec<Object> keyCodec, int groups) {
        this.tables = tables;
        this.kept = kept;
        this.keyCodec = keyCodec;
        this.groups = groups;
    }

    boolean closed() {
        return closed;
    }

    /** Whether somebody may still use its codecs. */
    boolean inUse() {
        return begun.get() && !written;
    }

    @Override
    public void write(KeyGroups out) throws IOException {
        if (!begun.compareAndSet(false, true)) {
            throw new IllegalStateException("A snapshot is written once");
        }
        try {
            writeAll(out);
        } finally {
            written = true;
        }
    }

    private void writeAll(KeyGroups out) throws IOException {
        List<Frozen> frozen = tables;
        // Not before: a list that is empty because it was closed just now would pass for no state.
        check();
        List<Sorted> sorted = new ArrayList<>();
        for (Frozen table : frozen) {
            sorted.add(new Sorted(table, new GroupedSlots(table.copy(), groups, table.slots())));
        }
        Map<Integer, List<KeptPart>> keptByGroup = new HashMap<>();
        kept.forEach(part -> keptByGroup
                .computeIfAbsent(part.keyGroup(), g -> new ArrayList<>())
                .add(part));
        GroupWriter writer = new GroupWriter();
        for (int group = 0; group < groups; group++) {
            int number = group;
            List<Sorted> here =
                    sorted.stream().filter(table -> table.has(number)).toList();
            List<KeptPart> keptHere = keptByGroup.getOrDefault(group, List.of());
            if (!here.isEmpty() || !keptHere.isEmpty()) {
                check();
                writer.start(group, out.begin(group));
                writeStates(here, group, writer);
                writeKept(keptHere, writer);
                writer.finish();
            }
        }
    }

    private void writeStates(List<Sorted> here, int group, GroupWriter writer) throws IOException {
        NamedState last = null;
        for (Sorted table : here) {
            NamedState state = table.frozen().state();
            if (state != last) {
                writer.state(state.name(), state.signature(), null);
                last = state;
            }
            writeEntries(table, group, writer);
        }
    }

    private void writeEntries(Sorted sorted, int group, GroupWriter writer) throws IOException {
        Frozen frozen = sorted.frozen();
        FlatTable table = frozen.table();
        StateKind kind = frozen.state().signature().kind();
        RecordOutput out = writer.entries(frozen.form());
        for (GroupedSlots.Run run = sorted.slots().first(group); run != null; run = run.next()) {
            Object[] page = run.page();
            for (int i = 0; i < run.size(); i++) {
                if (i % AHEAD == 0) {
                    touch(table, run, i);
                }
                writer.between(frozen.form());
                table.writeKey(page, i, keyCodec, out);
                kind.encode(table.value(page, i), frozen.codecs(), out);
            }
        }
        writer.endEntries();
    }

    /** Values lie all over the heap: asked for together, they come at the same time. */
    private void touch(FlatTable table, GroupedSlots.Run run, int from) {
        int end = Math.min(run.size(), from + AHEAD);
        int longs = 0;
        for (int i = from; i < end; i++) {
            longs += table.value(run.page(), i).getClass() == Long.class ? 1 : 0;
        }
        touched += longs;
    }

    private static void writeKept(List<KeptPart> parts, GroupWriter writer) throws IOException {
        for (KeptPart part : parts) {
            writer.state(part.state(), part.signature(), part.written().table());
            for (byte[] entries : part.entries()) {
                writer.entries(entries);
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
