package io.github.foggara.testkit.state;

import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.util.Map;

/** A copy of everything. */
final class InMemoryKeyedSnapshot implements KeyedSnapshot {
    private final Map<String, StoredState> asked;
    private final Map<String, StoredState> kept;
    private final int groups;
    private volatile boolean closed;

    InMemoryKeyedSnapshot(Map<String, StoredState> asked, Map<String, StoredState> kept, int groups) {
        this.asked = asked;
        this.kept = kept;
        this.groups = groups;
    }

    boolean closed() {
        return closed;
    }

    @Override
    public void write(KeyGroups out) throws IOException {
        for (int group = 0; group < groups; group++) {
            if (closed) {
                throw new IOException("The snapshot was given up");
            }
            int count = count(asked, group) + count(kept, group);
            if (count > 0) {
                RecordOutput bytes = new RecordOutput(256);
                bytes.writeInt(group);
                bytes.writeInt(count);
                write(asked, group, false, bytes);
                write(kept, group, true, bytes);
                out.begin(group).write(Sealed.seal(bytes));
            }
        }
    }

    private static int count(Map<String, StoredState> states, int group) {
        return (int) states.values().stream()
                .filter(state -> !state.group(group).isEmpty())
                .count();
    }

    private static void write(Map<String, StoredState> states, int group, boolean ownTypes, RecordOutput out) {
        states.forEach((name, state) -> {
            if (!state.group(group).isEmpty()) {
                out.writeString(name);
                out.writeString(state.kind());
                out.writeInt(state.types().size());
                state.types().forEach(out::writeString);
                bytes(ownTypes ? state.written().table() : new byte[0], out);
                out.writeInt(state.group(group).size());
                state.group(group).forEach((key, value) -> {
                    bytes(key.array(), out);
                    bytes(value, out);
                });
            }
        });
    }

    private static void bytes(byte[] bytes, RecordOutput out) {
        out.writeVarLong(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    @Override
    public void close() {
        closed = true;
    }
}
