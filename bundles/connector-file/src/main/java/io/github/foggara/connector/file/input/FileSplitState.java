package io.github.foggara.connector.file.input;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.connector.file.FileSplit;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link FileSplitEnumerator} needs to go on. Version 1: version byte, total, split size, position, files (path, size, modification time),
 * returned splits.
 *
 * @param total size of the whole input in bytes
 * @param position how much of the first file was handed out
 * @param files those that were not handed out as a whole
 */
record FileSplitState(long total, long splitSize, long position, List<InputFile> files, List<FileSplit> returned) {
    private static final int VERSION = 1;

    byte[] encode() {
        RecordOutput out = new RecordOutput(64 + 96 * files.size());
        out.writeByte(VERSION);
        out.writeLong(total);
        out.writeLong(splitSize);
        out.writeLong(position);
        out.writeVarLong(files.size());
        for (InputFile file : files) {
            out.writeString(file.path().toString());
            out.writeLong(file.size());
            out.writeLong(file.modified());
        }
        FileSplitCodec.writeAll(returned, out);
        return out.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if it is not such a state
     */
    static FileSplitState decode(byte[] bytes) {
        RecordInput in = new RecordInput(bytes);
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "The state of input files of version " + version + "; only " + VERSION + " is known");
        }
        long total = in.readLong();
        long splitSize = in.readLong();
        long position = in.readLong();
        List<InputFile> files = new ArrayList<>();
        for (int i = in.readLength(); i > 0; i--) {
            files.add(file(in));
        }
        List<FileSplit> returned = FileSplitCodec.readAll(in);
        boolean within =
                position == 0 || !files.isEmpty() && position < files.get(0).size();
        if (in.remaining() != 0 || total < 0 || splitSize < 1 || position < 0 || !within) {
            throw new IllegalArgumentException("Not the state of input files: " + files.size() + " of " + total
                    + " bytes in parts of " + splitSize + ", the first from " + position + ", " + in.remaining()
                    + " bytes left");
        }
        return new FileSplitState(total, splitSize, position, files, returned);
    }

    private static InputFile file(RecordInput in) {
        String path = in.readString();
        try {
            InputFile file = new InputFile(Path.of(path), in.readLong(), in.readLong());
            if (!path.isEmpty() && file.size() >= 0) {
                return file;
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("Not the path of an input file: '" + path + "'", e);
        }
        throw new IllegalArgumentException("Not an input file: '" + path + "'");
    }
}
