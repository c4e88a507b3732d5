package io.github.foggara.window;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.SortKeyEncoder;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import java.util.TreeMap;

/**
 * The bytes that records are sorted by: where the record belongs, if a partition is a key; its sort key, if there is an order; and, if groups
 * have to be told apart although there is a sort key, the length of the first part in four bytes, which changes no order, as it is equal where
 * all before it is. Task thread.
 */
public final class RecordKey {
    /** Of the encoding of keys: bytes of another version are made anew. */
    private static final int VERSION = 1;

    private static final String KEYED = "keyed";

    /** Null if a partition is a subtask. */
    private final PartitionKey partition;
    /** Null if there is no order but that of arrival. */
    private final SortKeyEncoder order;

    private final boolean measured;
    private final String layout;

    /**
     * @param groups whether {@link #partitionLength} will be asked for
     * @throws IllegalArgumentException if records have no such order
     */
    public RecordKey(OperatorRef reference, TaskContext context, boolean groups) {
        SortSpec spec = SortSpec.of(reference.parameters());
        partition = keyed(reference) ? partition(reference, context) : null;
        order = spec.criteria().isEmpty()
                ? null
                : SortKeyEncoder.of(
                        context.inputType(0), spec.criteria(), reference.functions(), nulls(context.configuration()));
        measured = groups && partition != null && order != null;
        layout = layout(reference, spec, context);
    }

    static boolean keyed(OperatorRef reference) {
        return Boolean.parseBoolean(reference.parameters().get(KEYED));
    }

    private static NullOrder nulls(Configuration configuration) {
        return configuration.get(WindowOptions.NULLS);
    }

    @SuppressWarnings("unchecked")
    private static PartitionKey partition(OperatorRef reference, TaskContext context) {
        KeySelector<Object, Object> selector =
                (KeySelector<Object, Object>) reference.functions().get(0);
        return new PartitionKey(selector, context.grouping(), Codecs.of(context.types(), Object.class));
    }

    /** What has to be equal for bytes of another run to mean the same, as far as it can be seen. */
    private String layout(OperatorRef reference, SortSpec spec, TaskContext context) {
        StringBuilder text = new StringBuilder("keys ").append(VERSION);
        text.append(measured ? " measured " : " ");
        text.append(nulls(context.configuration()))
                .append(' ')
                .append(context.inputType(0).getName());
        new TreeMap<>(spec.parameters()).forEach((name, value) -> {
            if (!name.equals("limit")) {
                text.append(' ').append(name).append('=').append(value);
            }
        });
        RecordCodec<Object> values = Codecs.of(context.types(), Object.class);
        if (partition != null) {
            text.append(" by ").append(SelectorText.of(reference.functions().get(0), values));
        }
        spec.criteria().stream()
                .filter(criterion -> criterion.path() == null)
                .map(criterion -> reference.functions().get(criterion.function()))
                .forEach(selector -> text.append(' ').append(SelectorText.of(selector, values)));
        return text.toString();
    }

    /**
     * Appends them.
     *
     * @throws Exception what a selector threw
     */
    public void encode(Object record, RecordOutput out) throws Exception {
        int begin = out.length();
        if (partition != null) {
            partition.encode(record, out);
        }
        int length = out.length() - begin;
        if (order != null) {
            order.encode(record, out);
        }
        if (measured) {
            out.writeInt(length);
        }
    }

    /** How many bytes of a key say which partition it is, if groups have to be told apart. */
    static int partitionLength(boolean measured, byte[] bytes, int offset, int length) {
        if (!measured) {
            return length;
        }
        int at = offset + length - Integer.BYTES;
        return (bytes[at] & 0xFF) << 24
                | (bytes[at + 1] & 0xFF) << 16
                | (bytes[at + 2] & 0xFF) << 8
                | bytes[at + 3] & 0xFF;
    }

    /** Whether each ends with the length of its first part. */
    boolean measured() {
        return measured;
    }

    /** Of a key whose partition is a key. */
    static int group(byte[] bytes, int offset) {
        return (bytes[offset] & 0xFF) << 8 | bytes[offset + 1] & 0xFF;
    }

    boolean keyed() {
        return partition != null;
    }

    public boolean ordered() {
        return order != null;
    }

    public String layout() {
        return layout;
    }

    /** See {@link PartitionKey#ownBytes}. */
    boolean ownBytes() {
        return partition != null && partition.ownBytes();
    }
}
