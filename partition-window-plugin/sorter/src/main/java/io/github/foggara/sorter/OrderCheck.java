package io.github.foggara.sorter;

import java.io.IOException;
import java.util.Arrays;

/** Looks whether keys come in order, so that a wrong sort is not silent: at the first bytes of each, not at those of long keys behind them. */
final class OrderCheck {
    private static final int MOST = 64;

    private final byte[] former = new byte[MOST];
    private int formerLength;
    private long formerPrefix;

    void next(RunCursor record, long position) throws IOException {
        long prefix = record.prefix;
        int length = Math.min(MOST, record.keyLength);
        if (prefix == formerPrefix
                ? wrongTie(record, length)
                : prefix + Long.MIN_VALUE < formerPrefix + Long.MIN_VALUE) {
            throw new IOException("The sorter broke the order at record " + position
                    + ". This is a bug of the sorter, and no result.");
        }
        formerPrefix = prefix;
        formerLength = length;
        if (length > 8) {
            System.arraycopy(record.keyBytes, record.keyAt, former, 0, length);
        }
    }

    private boolean wrongTie(RunCursor record, int length) {
        if (length <= 8 || formerLength <= 8) {
            return formerLength > length;
        }
        return Arrays.compareUnsigned(former, 0, formerLength, record.keyBytes, record.keyAt, record.keyAt + length)
                > 0;
    }
}
