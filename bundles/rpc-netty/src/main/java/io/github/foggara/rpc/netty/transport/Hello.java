package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/**
 * The first words of a client. They say nothing of who it is.
 *
 * @param protocol version of what containers say to each other
 * @param tls whether the proof is that of TLS
 * @param route as the client sees it
 * @param nonce random, so that no proof can be used twice
 */
record Hello(int protocol, boolean tls, Route route, byte[] nonce) {
    static final int NONCE_BYTES = 32;
    private static final int MAGIC = 0x464F4747;

    byte[] encode() {
        RecordOutput out = new RecordOutput(128);
        out.writeInt(MAGIC);
        out.writeInt(protocol);
        // Up to here the same in all versions.
        out.writeByte(tls ? 1 : 0);
        route.encode(out);
        out.writeBytes(nonce, 0, NONCE_BYTES);
        return out.toByteArray();
    }

    /**
     * @param mine this side's protocol, for the refusal of another one, whose hello cannot be read further
     * @throws HandshakeFailure saying what is wrong, for both sides
     */
    static Hello decode(byte[] bytes, int mine) throws HandshakeFailure {
        try {
            RecordInput in = new RecordInput(bytes);
            if (in.readInt() != MAGIC) {
                throw new HandshakeFailure("the peer does not speak Foggara's protocol");
            }
            int theirs = in.readInt();
            if (theirs != mine) {
                throw new HandshakeFailure("the side that was dialled speaks protocol " + mine + ", the other "
                        + (theirs < mine ? "an older" : "a newer") + " one, " + theirs
                        + "; run the same version of Foggara in all containers");
            }
            Hello hello = new Hello(theirs, in.readByte() == 1, Route.decode(in), in.readBytes(NONCE_BYTES));
            if (in.remaining() != 0) {
                throw new HandshakeFailure("the peer's hello is longer than it says");
            }
            return hello;
        } catch (IllegalArgumentException e) {
            throw new HandshakeFailure("the peer's hello cannot be read: " + e.getMessage());
        }
    }
}
