package io.github.foggara.window;

import io.github.foggara.api.types.RecordInput;
import java.util.function.Function;

/** What reading the heads of all operators has in common: they are untrusted. */
public final class Heads {
    private Heads() {}

    /** Names the operator. */
    private static final class RefusedHead extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        RefusedHead(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Reads a whole head.
     *
     * @param read the version that it has to have
     * @param rest reads what stands behind the version
     * @throws IllegalArgumentException if it is damaged, or of another version; names the operator
     */
    public static <T> T decode(byte[] head, int read, String operator, Function<RecordInput, T> rest) {
        RecordInput in = new RecordInput(head);
        try {
            checkVersion(in, read, operator);
            T decoded = rest.apply(in);
            if (in.remaining() > 0) {
                throw damaged(operator, in.remaining() + " bytes are left over");
            }
            return decoded;
        } catch (RefusedHead e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new RefusedHead(damagedWords(operator, e.getMessage() == null ? e.toString() : e.getMessage()), e);
        }
    }

    private static void checkVersion(RecordInput in, int read, String operator) {
        int version = in.readUnsignedByte();
        if (version != read) {
            throw new RefusedHead(
                    "The state of operator '" + operator + "' has version " + version + ", this bundle reads " + read
                            + ": install the bundle that wrote it, or another one that reads it",
                    null);
        }
    }

    /** A number from 0 to {@code most}. */
    public static long upTo(long most, long number, String operator) {
        if (number < 0 || number > most) {
            throw damaged(operator, number + " is not from 0 to " + most);
        }
        return number;
    }

    public static IllegalArgumentException damaged(String operator, String what) {
        return new RefusedHead(damagedWords(operator, what), null);
    }

    private static String damagedWords(String operator, String what) {
        return "The state of operator '" + operator + "' is damaged: " + what;
    }
}
