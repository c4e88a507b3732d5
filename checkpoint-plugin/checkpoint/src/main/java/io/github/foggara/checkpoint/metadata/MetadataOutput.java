package io.github.foggara.checkpoint.metadata;

import io.github.foggara.api.checkpoint.StateHandle;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Writes the elements of the format; see the package. */
final class MetadataOutput {
    static final int INLINE = 0;
    static final int IN_FILE = 1;
    static final int SHARED = 2;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream data = new DataOutputStream(bytes);
    private final Function<StateHandle.InFile, PartName> names;
    private int format = MetadataCodec.OLDEST;

    MetadataOutput(Function<StateHandle.InFile, PartName> names) {
        this.names = names;
    }

    /** What follows is not known before that format. */
    void since(int number) {
        format = Math.max(format, number);
    }

    /** The oldest one that says all of it. */
    int format() {
        return format;
    }

    /** Never happens in memory. */
    private interface Step {
        void run() throws IOException;
    }

    private static void quietly(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    void u8(int value) {
        quietly(() -> data.writeByte(value));
    }

    void i32(int value) {
        quietly(() -> data.writeInt(value));
    }

    void i64(long value) {
        quietly(() -> data.writeLong(value));
    }

    void bytes(byte[] value) {
        i32(value.length);
        quietly(() -> data.write(value));
    }

    void text(String value) {
        bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    void longs(long[] values) {
        i32(values.length);
        for (long value : values) {
            i64(value);
        }
    }

    <T> void list(Collection<T> values, Consumer<T> element) {
        i32(values.size());
        values.forEach(element);
    }

    <T> void map(Map<String, T> values, Consumer<T> element) {
        i32(values.size());
        new TreeMap<>(values).forEach((key, value) -> {
            text(key);
            element.accept(value);
        });
    }

    void handle(StateHandle handle) {
        if (handle instanceof StateHandle.Inline inline) {
            u8(INLINE);
            bytes(inline.bytes());
        } else if (handle instanceof StateHandle.InFile part) {
            PartName name = names.apply(part);
            if (name.shared()) {
                since(MetadataCodec.SHARED_PARTS);
            }
            u8(name.shared() ? SHARED : IN_FILE);
            text(name.name());
            i64(part.offset());
            i64(part.length());
            i32(part.crc32c());
        }
    }
}
