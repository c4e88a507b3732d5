package io.github.foggara.api.execution;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Random 128-bit identity of one run of a job; it cannot be guessed, so it also names files safely. */
public record JobId(long high, long low) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A new id from a cryptographic source. */
    public static JobId random() {
        return new JobId(RANDOM.nextLong(), RANDOM.nextLong());
    }

    /**
     * Reads the form written by {@link #toString()}.
     *
     * @throws IllegalArgumentException if {@code text} is not 32 hexadecimal digits
     */
    public static JobId parse(String text) {
        if (text.length() != 32) {
            throw new IllegalArgumentException("A job id has 32 hexadecimal digits, not '" + text + "'");
        }
        return new JobId(
                HexFormat.fromHexDigitsToLong(text.substring(0, 16)),
                HexFormat.fromHexDigitsToLong(text.substring(16)));
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
