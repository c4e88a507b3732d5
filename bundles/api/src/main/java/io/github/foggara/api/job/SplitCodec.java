package io.github.foggara.api.job;

/** Splits to bytes and back. {@code decode} treats its input as untrusted: it checks lengths before it allocates. */
public interface SplitCodec<S> {
    byte[] encode(S split);

    /**
     * @throws IllegalArgumentException naming what is wrong
     */
    S decode(byte[] bytes);
}
