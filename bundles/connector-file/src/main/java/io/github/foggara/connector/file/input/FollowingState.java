package io.github.foggara.connector.file.input;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.connector.file.FileMark;
import io.github.foggara.connector.file.FileSplit;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link FollowingEnumerator} needs to go on. Version 1: version byte, next number, files (number, path, mark, bytes handed out, whether
 * it is gone), returned splits.
 *
 * @param nextNumber of the next file that is found
 */
record FollowingState(int nextNumber, List<FollowedFile> files, List<FileSplit> returned) {
    private static final int VERSION = 1;

    byte[] encode() {
        RecordOutput out = new RecordOutput(64 + 128 * files.size());
        out.writeByte(VERSION);
        out.writeInt(nextNumber);
        out.writeVarLong(files.size());
        for (FollowedFile file : files) {
            out.writeInt(file.number());
            out.writeString(file.path().toString());
            FileSplitCodec.writeMark(file.mark(), out);
            out.writeLong(file.assigned());
            out.writeByte(file.gone() ? 1 : 0);
        }
        FileSplitCodec.writeAll(returned, out);
        return out.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if it is not such a state
     */
    static FollowingState decode(byte[] bytes) {
        RecordInput in = new RecordInput(bytes);
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "The state of followed files of version " + version + "; only " + VERSION + " is known");
        }
        int nextNumber = in.readInt();
        List<FollowedFile> files = new ArrayList<>();
        for (int i = in.readLength(); i > 0; i--) {
            files.add(file(in, nextNumber));
        }
        List<FileSplit> returned = FileSplitCodec.readAll(in);
        if (in.remaining() != 0 || nextNumber < 0) {
            throw new IllegalArgumentException("Not the state of followed files: next number " + nextNumber + ", "
                    + in.remaining() + " bytes left");
        }
        return new FollowingState(nextNumber, files, returned);
    }

    private static FollowedFile file(RecordInput in, int nextNumber) {
        int number = in.readInt();
        Path path = path(in.readString());
        FileMark mark = FileSplitCodec.readMark(in);
        long assigned = in.readLong();
        boolean gone = FileSplitCodec.readFlag(in);
        if (number < 0 || number >= nextNumber || assigned < 0) {
            throw new IllegalArgumentException("Not a followed file: number " + number + " of " + nextNumber + ", '"
                    + path + "', " + assigned + " bytes, " + mark);
        }
        return new FollowedFile(number, path, mark, assigned, gone);
    }

    private static Path path(String text) {
        try {
            Path path = Path.of(text);
            if (path.isAbsolute() && path.getFileName() != null) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("Not the path of a followed file: '" + text + "'", e);
        }
        throw new IllegalArgumentException("Not the absolute path of a followed file: '" + text + "'");
    }
}
