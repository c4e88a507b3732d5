package io.github.foggara.kernel.taskexecutor.chain;

import java.io.IOException;

/** State cannot be read back, because it is not there or is not what was written. Blamed on the disk, not on user code. */
final class DamagedStateException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * @param what which state of which operator
     */
    DamagedStateException(String what, long checkpoint, Throwable cause) {
        super(
                what + " cannot be restored from checkpoint " + checkpoint + ": " + words(cause)
                        + ". Restore its files, or start from another checkpoint",
                cause);
    }

    private static String words(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
