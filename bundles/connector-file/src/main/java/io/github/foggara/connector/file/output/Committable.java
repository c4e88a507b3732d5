package io.github.foggara.connector.file.output;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a writer tells the committer. Version 1: version byte, file name, bytes, records.
 *
 * @param file name of the attempt's file in the working directory
 * @param bytes size of the file
 * @param records records in it
 */
record Committable(String file, long bytes, long records) {
    private static final int VERSION = 1;

    byte[] encode() {
        RecordOutput out = new RecordOutput(64);
        out.writeByte(VERSION);
        out.writeString(file);
        out.writeLong(bytes);
        out.writeLong(records);
        return out.toByteArray();
    }

    /**
     * @param extension the one that the file must have
     * @throws IllegalArgumentException if the bytes are not a committable of a file sink
     */
    static Committable decode(byte[] encoded, String extension) {
        RecordInput in = new RecordInput(encoded);
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "A file committable of version " + version + "; only " + VERSION + " is known");
        }
        Committable result = new Committable(in.readString(), in.readLong(), in.readLong());
        if (in.remaining() != 0 || result.bytes < 0 || result.records < 0) {
            throw new IllegalArgumentException(
                    "Not a file committable: " + result + ", " + in.remaining() + " bytes left");
        }
        PartName.published(result.file, extension);
        return result;
    }

    /**
     * By the names they are published under.
     *
     * @param directory the output, for messages
     * @throws IllegalArgumentException if one is not a committable of a file sink, or two want the same name
     */
    static Map<String, Committable> decodeAll(List<byte[]> committables, String extension, Path directory) {
        Map<String, Committable> parts = new TreeMap<>();
        for (byte[] bytes : committables) {
            Committable part = decode(bytes, extension);
            Committable other = parts.put(part.published(extension), part);
            if (other != null && !other.equals(part)) {
                throw new IllegalArgumentException(
                        "Two attempts want to publish " + part.published(extension) + " of '" + directory + "'");
            }
        }
        return parts;
    }

    String published(String extension) {
        return PartName.published(file, extension);
    }
}
