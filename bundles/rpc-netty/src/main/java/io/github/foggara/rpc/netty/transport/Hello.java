package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The first words of each side.
 *
 * @param nonce random, so that no proof can be used twice
 * @param port that the client dialled; 0 from a server
 * @param tls whether the proof is that of TLS
 */
record Hello(PeerIdentity identity, byte[] nonce, int port, boolean tls) {
    static final int NONCE_BYTES = 32;
    private static final int MAGIC = 0x464F4747;

    byte[] encode() {
        RecordOutput out = new RecordOutput(256);
        out.writeInt(MAGIC);
        out.writeInt(identity.protocolVersion());
        // Up to here the same in all versions.
        out.writeByte(tls ? 1 : 0);
        out.writeShort(port);
        out.writeBytes(nonce, 0, NONCE_BYTES);
        out.writeLong(identity.container().high());
        out.writeLong(identity.container().low());
        out.writeString(identity.clusterId());
        out.writeString(identity.productVersion());
        out.writeString(identity.role());
        out.writeVarLong(identity.properties().size());
        new TreeMap<>(identity.properties()).forEach((key, value) -> {
            out.writeString(key);
            out.writeString(value);
        });
        return out.toByteArray();
    }

    /**
     * @param mine for the refusal of another protocol, whose hello cannot be read further
     * @throws HandshakeFailure saying what is wrong, for both sides
     */
    static Hello decode(byte[] bytes, PeerIdentity mine) throws HandshakeFailure {
        try {
            RecordInput in = new RecordInput(bytes);
            if (in.readInt() != MAGIC) {
                throw new HandshakeFailure("the peer does not speak Foggara's protocol");
            }
            int protocol = in.readInt();
            if (protocol != mine.protocolVersion()) {
                throw new HandshakeFailure(otherProtocol(protocol, mine));
            }
            boolean tls = in.readByte() == 1;
            int port = in.readShort() & 0xFFFF;
            byte[] nonce = in.readBytes(NONCE_BYTES);
            Hello hello = new Hello(identity(in, protocol), nonce, port, tls);
            if (in.remaining() != 0) {
                throw new HandshakeFailure("the peer's hello is longer than it says");
            }
            return hello;
        } catch (IllegalArgumentException e) {
            throw new HandshakeFailure("the peer's hello cannot be read: " + e.getMessage());
        }
    }

    private static String otherProtocol(int theirs, PeerIdentity mine) {
        return mine.refusalOf(new PeerIdentity(
                        new ContainerId(0, 0), "peer", mine.productVersion(), theirs, mine.clusterId(), Map.of()))
                .orElseThrow();
    }

    private static PeerIdentity identity(RecordInput in, int protocol) {
        ContainerId container = new ContainerId(in.readLong(), in.readLong());
        String cluster = in.readString();
        String product = in.readString();
        String role = in.readString();
        int count = in.readLength();
        if (count > PeerIdentity.MAX_PROPERTIES) {
            throw new IllegalArgumentException(count + " properties");
        }
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < count; i++) {
            properties.put(in.readString(), in.readString());
        }
        return new PeerIdentity(container, role, product, protocol, cluster, properties);
    }
}
