package io.github.foggara.window;

import io.github.foggara.api.types.RecordInput;

/** What reading the heads of all operators has in common: they are untrusted. */
public final class Heads {
    private Heads() {}

    /** Reads the version, which has to be this one. */
    public static void checkVersion(RecordInput in, int read, String operator) {
        int version = in.readUnsignedByte();
        if (version != read) {
            throw new IllegalArgumentException(
                    "The state of operator '" + operator + "' has version " + version + ", this bundle reads " + read
                            + ": install the bundle that wrote it, or another one that reads it");
        }
    }

    public static void checkEnd(RecordInput in, String operator) {
        if (in.remaining() > 0) {
            throw damaged(operator, in.remaining() + " bytes are left over");
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
        return new IllegalArgumentException("The state of operator '" + operator + "' is damaged: " + what);
    }
}
