package io.github.foggara.window;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
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
     * Begins a head: its kind and its version, 1 byte each.
     *
     * @param bytes that it will have, roughly
     */
    public static RecordOutput begin(Kind kind, int version, int bytes) {
        RecordOutput out = new RecordOutput(bytes);
        out.writeByte(kind.code());
        out.writeByte(version);
        return out;
    }

    /**
     * Reads a whole head.
     *
     * @param kind of the operator of now
     * @param read the version that it has to have
     * @param rest reads what stands behind the version
     * @throws IncompatibleStateException if it is that of another operation; names the operator
     * @throws IllegalArgumentException if it is damaged, or of another version; names the operator
     */
    public static <T> T decode(byte[] head, Kind kind, int read, String operator, Function<RecordInput, T> rest) {
        RecordInput in = new RecordInput(head);
        try {
            checkKind(in, kind, operator);
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

    private static void checkKind(RecordInput in, Kind now, String operator) {
        int code = in.readUnsignedByte();
        Kind then = Kind.ofCode(code)
                .orElseThrow(() -> new RefusedHead(
                        "The state of operator '" + operator + "' is of an operation that this bundle does not know, "
                                + code + ": install the bundle that wrote it, or another one that reads it",
                        null));
        if (then != now) {
            throw new IncompatibleStateException("The state of operator '" + operator + "' is that of " + then.words()
                    + ", and it is " + now.words() + " now: go on with the operation of then, or "
                    + IncompatibleStateException.TO_DROP_IT);
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
