package io.github.foggara.kernel.gateway;

import io.github.foggara.api.runtime.EngineRuntime;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * The secret of a run: who reads its records from another container shows it. Made with the run and kept with it; goes to TaskManagers with their tasks, and
 * nowhere else. Immutable. Never in a text.
 */
public final class JobToken {
    /** In bytes. */
    public static final int LENGTH = 32;

    private final byte[] bytes;

    /**
     * @throws IllegalArgumentException if it is of another length
     */
    public JobToken(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("The token of a job has " + LENGTH + " bytes, not " + bytes.length);
        }
        this.bytes = bytes.clone();
    }

    public static JobToken random(EngineRuntime runtime) {
        ByteBuffer bits = ByteBuffer.allocate(LENGTH);
        while (bits.hasRemaining()) {
            bits.putLong(runtime.randomBits());
        }
        return new JobToken(bits.array());
    }

    /** A copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobToken token && MessageDigest.isEqual(bytes, token.bytes);
    }

    @Override
    public int hashCode() {
        return ByteBuffer.wrap(bytes).hashCode();
    }

    @Override
    public String toString() {
        return "JobToken";
    }
}
