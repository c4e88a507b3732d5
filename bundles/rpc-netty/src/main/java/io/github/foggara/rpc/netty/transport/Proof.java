package io.github.foggara.rpc.netty.transport;

/** How each side shows that it is of the cluster, over what both have said. */
interface Proof {
    /** For connections over TLS, whose certificates have proved all. */
    Proof TLS = new Proof() {
        @Override
        public byte[] of(Side side, byte[]... said) {
            return new byte[0];
        }

        @Override
        public boolean accepts(byte[] proof, Side side, byte[]... said) {
            return proof.length == 0;
        }
    };

    /** Who gives a proof; one of the other side is never taken for it. */
    enum Side {
        CLIENT,
        SERVER
    }

    byte[] of(Side side, byte[]... said);

    /** Takes the same time for every wrong proof of the right length. */
    boolean accepts(byte[] proof, Side side, byte[]... said);
}
