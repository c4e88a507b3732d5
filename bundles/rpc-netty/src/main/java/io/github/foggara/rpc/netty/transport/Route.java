package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;

/**
 * The two ends of a connection as the client sees them. The server sees the same, unless somebody between them has a connection with each
 * and passes on what they say.
 *
 * @param from the client's address and port
 * @param dialled the server's
 */
record Route(End from, End dialled) {
    /**
     * @param address null where there is none
     * @param port from 0 to 65535
     */
    record End(InetAddress address, int port) {
        private static final int NONE = 0;

        static End of(SocketAddress address) {
            return address instanceof InetSocketAddress internet && !internet.isUnresolved()
                    ? new End(withoutScope(internet.getAddress()), internet.getPort())
                    : new End(null, 0);
        }

        /** The name of an interface means something on one machine only; and IPv4 in IPv6 is IPv4. */
        private static InetAddress withoutScope(InetAddress address) {
            try {
                return InetAddress.getByAddress(address.getAddress());
            } catch (UnknownHostException e) {
                throw new IllegalStateException("An address has 4 or 16 bytes", e);
            }
        }

        void encode(RecordOutput out) {
            byte[] bytes = address == null ? new byte[0] : address.getAddress();
            out.writeByte(bytes.length);
            out.writeBytes(bytes, 0, bytes.length);
            out.writeShort(port);
        }

        static End decode(RecordInput in) {
            int length = in.readUnsignedByte();
            if (length != NONE && length != 4 && length != 16) {
                throw new IllegalArgumentException("an address of " + length + " bytes");
            }
            byte[] bytes = in.readBytes(length);
            int port = in.readShort() & 0xFFFF;
            try {
                return new End(length == NONE ? null : InetAddress.getByAddress(bytes), port);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException("an address of " + length + " bytes", e);
            }
        }

        @Override
        public String toString() {
            return (address == null ? "" : address.getHostAddress()) + ":" + port;
        }
    }

    /** Of a connection of ours. */
    static Route byClient(SocketAddress local, SocketAddress remote) {
        return new Route(End.of(local), End.of(remote));
    }

    /** Of one that was accepted. */
    static Route byServer(SocketAddress local, SocketAddress remote) {
        return new Route(End.of(remote), End.of(local));
    }

    void encode(RecordOutput out) {
        from.encode(out);
        dialled.encode(out);
    }

    static Route decode(RecordInput in) {
        return new Route(End.decode(in), End.decode(in));
    }

    @Override
    public String toString() {
        return "from " + from + " to " + dialled;
    }
}
