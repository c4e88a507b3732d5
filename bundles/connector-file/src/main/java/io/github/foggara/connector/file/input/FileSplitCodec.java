package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.connector.file.FileSplit;

/** Version 1: version byte, path, start, end, file size, modification time. */
public final class FileSplitCodec implements SplitCodec<FileSplit> {
    private static final int VERSION = 1;

    @Override
    public byte[] encode(FileSplit split) {
        RecordOutput out = new RecordOutput(64);
        out.writeByte(VERSION);
        out.writeString(split.path());
        out.writeLong(split.start());
        out.writeLong(split.end());
        out.writeLong(split.fileSize());
        out.writeLong(split.modified());
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
        FileSplit split = new FileSplit(in.readString(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
        if (in.remaining() != 0) {
            throw new IllegalArgumentException(in.remaining() + " bytes too many behind a file split");
        }
        return split;
    }
}
