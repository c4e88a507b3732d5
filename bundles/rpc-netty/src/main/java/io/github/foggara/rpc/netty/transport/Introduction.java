package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who one side is, with its proof.
 *
 * @param identity as bytes, which the proof covers
 * @param proof over all that was said before, and over the identity
 */
record Introduction(byte[] identity, byte[] proof) {
    byte[] encode() {
        RecordOutput out = new RecordOutput(identity.length + 64);
        out.writeVarLong(identity.length);
        out.writeBytes(identity, 0, identity.length);
        out.writeBytes(proof, 0, proof.length);
        return out.toByteArray();
    }

    /**
     * @throws HandshakeFailure saying what is wrong, for both sides
     */
    static Introduction decode(byte[] bytes) throws HandshakeFailure {
        try {
            RecordInput in = new RecordInput(bytes);
            byte[] identity = in.readBytes(in.readLength());
            return new Introduction(identity, in.readBytes(in.remaining()));
        } catch (IllegalArgumentException e) {
            throw new HandshakeFailure("what the peer says of itself cannot be read: " + e.getMessage());
        }
    }

    static byte[] bytes(PeerIdentity identity) {
        RecordOutput out = new RecordOutput(256);
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
     * Once the proof was right.
     *
     * @param protocol that both sides speak
     */
    PeerIdentity read(int protocol) throws HandshakeFailure {
        try {
            RecordInput in = new RecordInput(identity);
            PeerIdentity read = identity(in, protocol);
            if (in.remaining() != 0) {
                throw new HandshakeFailure("what the peer says of itself is longer than it says");
            }
            return read;
        } catch (IllegalArgumentException e) {
            throw new HandshakeFailure("what the peer says of itself cannot be read: " + e.getMessage());
        }
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
