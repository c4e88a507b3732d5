package io.github.foggara.kernel.program;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the shares of a collection have been handed out: the state of a {@link CollectionEnumerator}. It names records by their
 * place in the collection, which the program gives again, so their bytes do not stand in it. Version 1: version byte, shares, returned
 * chunks.
 *
 * @param shares what is left of each share of the run in which the snapshot was taken, in its order
 * @param returned chunks that were handed out and given back
 */
record CollectionProgress(List<Share> shares, List<CollectionChunk> returned) {
    private static final int VERSION = 1;

    /** Places of records: from inclusive, to exclusive. */
    record Share(int from, int to) {}

    byte[] encode() {
        RecordOutput out = new RecordOutput(64);
        out.writeByte(VERSION);
        out.writeVarLong(shares.size());
        for (Share share : shares) {
            out.writeVarLong(share.from);
            out.writeVarLong(share.to);
        }
        out.writeVarLong(returned.size());
        for (CollectionChunk chunk : returned) {
            byte[] bytes = CollectionChunk.CODEC.encode(chunk);
            out.writeVarLong(bytes.length);
            out.writeBytes(bytes, 0, bytes.length);
        }
        return out.toByteArray();
    }

    /**
     * @param records number of records in the collection
     * @throws IllegalArgumentException if it is not the progress of such a collection
     */
    static CollectionProgress decode(byte[] state, int records) {
        RecordInput in = new RecordInput(state);
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "The state of a collection of version " + version + "; only " + VERSION + " is known");
        }
        List<Share> shares = new ArrayList<>();
        int last = 0;
        for (int i = in.readLength(); i > 0; i--) {
            long from = in.readVarLong();
            long to = in.readVarLong();
            if (from < last || to < from || to > records) {
                throw new IllegalArgumentException("A share from " + from + " to " + to + " behind " + last
                        + " does not lie in a collection of " + records + " records");
            }
            shares.add(new Share((int) from, (int) to));
            last = (int) to;
        }
        List<CollectionChunk> returned = new ArrayList<>();
        for (int i = in.readLength(); i > 0; i--) {
            returned.add(CollectionChunk.CODEC.decode(in.readBytes(in.readLength())));
        }
        if (in.remaining() != 0) {
            throw new IllegalArgumentException(in.remaining() + " bytes too many behind the state of a collection");
        }
        return new CollectionProgress(shares, returned);
    }
}
