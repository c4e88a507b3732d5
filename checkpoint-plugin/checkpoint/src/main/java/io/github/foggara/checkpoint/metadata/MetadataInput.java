package io.github.foggara.checkpoint.metadata;

import io.github.foggara.api.checkpoint.StateHandle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the elements of the format and believes nothing; see the package. */
final class MetadataInput {
    private final ByteBuffer buffer;
    private final String file;
    private final int format;
    private final String directory;
    private final String shared;

    /** An element of a list. */
    interface Element<T> {
        T read() throws IOException;
    }

    /**
     * @param file for messages
     * @param directory goes before the names of files, with {@code /}
     * @param shared goes before the names of shared ones
     */
    MetadataInput(String file, int format, ByteBuffer buffer, String directory, String shared) {
        this.file = file;
        this.format = format;
        this.buffer = buffer;
        this.directory = directory;
        this.shared = shared;
    }

    DamagedMetadataException damaged(String what) {
        return new DamagedMetadataException(file, what);
    }

    void end() throws IOException {
        if (buffer.hasRemaining()) {
            throw damaged("it has " + buffer.remaining() + " bytes more than it should");
        }
    }

    private void need(long bytes, String what) throws IOException {
        if (bytes < 0 || bytes > buffer.remaining()) {
            throw damaged(what + " reaches beyond its end");
        }
    }

    int u8(int most, String what) throws IOException {
        need(1, what);
        int value = buffer.get() & 0xFF;
        if (value > most) {
            throw damaged(what + " is " + value + ", not 0 to " + most);
        }
        return value;
    }

    int i32(String what) throws IOException {
        need(Integer.BYTES, what);
        return buffer.getInt();
    }

    int i32(int least, int most, String what) throws IOException {
        int value = i32(what);
        if (value < least || value > most) {
            throw damaged(what + " is " + value + ", not " + least + " to " + most);
        }
        return value;
    }

    long i64(String what) throws IOException {
        need(Long.BYTES, what);
        return buffer.getLong();
    }

    /** 0 or more. */
    long u63(String what) throws IOException {
        long value = i64(what);
        if (value < 0) {
            throw damaged(what + " is " + value + ", less than 0");
        }
        return value;
    }

    byte[] bytes(String what) throws IOException {
        int length = i32(what);
        need(length, what);
        byte[] value = new byte[length];
        buffer.get(value);
        return value;
    }

    String text(String what) throws IOException {
        int length = i32(what);
        need(length, what);
        ByteBuffer part = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(part).toString();
        } catch (CharacterCodingException e) {
            throw damaged(what + " is no text");
        }
    }

    long[] longs(String what) throws IOException {
        int count = i32(what);
        need((long) count * Long.BYTES, what);
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = i64(what);
        }
        return values;
    }

    /** The list grows with what is read, so a wrong count ends at the end of the file: an element is one byte at least. */
    <T> List<T> list(String what, Element<T> element) throws IOException {
        int count = i32(what);
        need(count, what);
        List<T> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(element.read());
        }
        return values;
    }

    <T> Map<String, T> map(String what, Element<T> element) throws IOException {
        int count = i32(what);
        need(count, what);
        Map<String, T> values = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            String key = text(what);
            if (values.put(key, element.read()) != null) {
                throw damaged(what + " has '" + key + "' twice");
            }
        }
        return values;
    }

    StateHandle handle(String what) throws IOException {
        int most = format < MetadataCodec.SHARED_PARTS ? MetadataOutput.IN_FILE : MetadataOutput.SHARED;
        int place = u8(most, what);
        if (place == MetadataOutput.INLINE) {
            return new StateHandle.Inline(bytes(what));
        }
        PartName name = new PartName(place == MetadataOutput.SHARED, text(what));
        if (!PartNames.accepts(name)) {
            throw damaged(what + " is in '" + name.name() + "', which is no name of a part");
        }
        long offset = u63(what);
        long length = u63(what);
        if (offset + length < 0) {
            throw damaged(what + " reaches beyond any file");
        }
        return new StateHandle.InFile(
                (name.shared() ? shared : directory) + "/" + name.name(), offset, length, i32(what));
    }
}
