package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.connector.file.FileMark;
import io.github.foggara.connector.file.FileSplit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Version 2: version byte, path, start, end, file size, modification time, whether there is a mark, the mark. */
public final class FileSplitCodec implements SplitCodec<FileSplit> {
    private static final int VERSION = 2;

    @Override
    public byte[] encode(FileSplit split) {
        RecordOutput out = new RecordOutput(96);
        out.writeByte(VERSION);
        out.writeString(split.path());
        out.writeLong(split.start());
        out.writeLong(split.end());
        out.writeLong(split.fileSize());
        out.writeLong(split.modified());
        out.writeByte(split.followed() ? 1 : 0);
        if (split.followed()) {
            writeMark(split.mark(), out);
        }
        return out.toByteArray();
    }

    @Override
    public FileSplit decode(byte[] bytes) {
        RecordInput in = new RecordInput(bytes);
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "A file split of version " + version + "; only " + VERSION + " is known");
        }
        FileSplit split = new FileSplit(
                in.readString(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                readFlag(in) ? readMark(in) : null);
        if (in.remaining() != 0) {
            throw new IllegalArgumentException(in.remaining() + " bytes too many behind a file split");
        }
        return split;
    }

    static void writeAll(Collection<FileSplit> splits, RecordOutput out) {
        FileSplitCodec codec = new FileSplitCodec();
        out.writeVarLong(splits.size());
        for (FileSplit split : splits) {
            byte[] bytes = codec.encode(split);
            out.writeVarLong(bytes.length);
            out.writeBytes(bytes, 0, bytes.length);
        }
    }

    static List<FileSplit> readAll(RecordInput in) {
        FileSplitCodec codec = new FileSplitCodec();
        List<FileSplit> splits = new ArrayList<>();
        for (int i = in.readLength(); i > 0; i--) {
            splits.add(codec.decode(in.readBytes(in.readLength())));
        }
        return splits;
    }

    static void writeMark(FileMark mark, RecordOutput out) {
        out.writeString(mark.device());
        out.writeString(mark.node());
        out.writeShort(mark.headLength());
        out.writeInt(mark.headChecksum());
    }

    static FileMark readMark(RecordInput in) {
        return new FileMark(in.readString(), in.readString(), in.readShort(), in.readInt());
    }

    static boolean readFlag(RecordInput in) {
        int flag = in.readUnsignedByte();
        if (flag > 1) {
            throw new IllegalArgumentException("Neither yes nor no: " + flag);
        }
        return flag == 1;
    }
}
