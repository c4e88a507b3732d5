package io.github.foggara.shuffle.netty;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.runtime.EngineRuntime;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/**
 * Of the session of a process that reads. What a process calls itself is proved by nothing, so its name alone opens no session: who goes on with one
 * also knows the proof, which the reader has drawn for this producer and tells nobody else.
 *
 * @param process as it calls itself
 * @param proof {@link #BYTES} random bytes
 */
record SessionKey(ContainerId process, byte[] proof) {
    static final int BYTES = 16;

    static byte[] newProof(EngineRuntime runtime) {
        return ByteBuffer.allocate(BYTES)
                .putLong(runtime.randomBits())
                .putLong(runtime.randomBits())
                .array();
    }

    /** Takes the same time wherever the proofs differ. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SessionKey key
                && process.equals(key.process)
                && MessageDigest.isEqual(proof, key.proof);
    }

    /** Not of the proof: how long a search takes tells nothing of it. */
    @Override
    public int hashCode() {
        return process.hashCode();
    }

    @Override
    public String toString() {
        return process.toString();
    }
}
