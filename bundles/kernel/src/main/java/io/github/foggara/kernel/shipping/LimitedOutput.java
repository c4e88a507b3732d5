package io.github.foggara.kernel.shipping;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Refuses to take more than its limit. One thread. */
final class LimitedOutput extends FilterOutputStream {
    private final long most;
    private long taken;

    /**
     * @param most bytes
     */
    LimitedOutput(OutputStream out, long most) {
        super(out);
        this.most = most;
    }

    @Override
    public void write(int one) throws IOException {
        take(1);
        out.write(one);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        take(length);
        out.write(bytes, offset, length);
    }

    private void take(int count) throws IOException {
        taken += count;
        if (taken > most) {
            throw new IOException("it has more than the " + most + " bytes that are left for it");
        }
    }
}
