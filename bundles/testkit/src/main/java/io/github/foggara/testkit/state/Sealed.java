package io.github.foggara.testkit.state;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.util.zip.CRC32C;

/** Bytes with a checksum behind them. */
final class Sealed {
    private static final int CRC_BYTES = 4;

    private Sealed() {}

    static byte[] seal(RecordOutput out) {
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, out.length());
        out.writeInt((int) crc.getValue());
        return out.toByteArray();
    }

    static RecordInput open(byte[] bytes) throws IOException {
        int length = bytes.length - CRC_BYTES;
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, Math.max(0, length));
        if (length < 0 || new RecordInput(bytes, length, CRC_BYTES).readInt() != (int) crc.getValue()) {
            throw new IOException("The state is damaged: its checksum does not fit");
        }
        return new RecordInput(bytes, 0, length);
    }
}
