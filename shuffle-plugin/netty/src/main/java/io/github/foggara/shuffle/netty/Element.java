package io.github.foggara.shuffle.netty;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.shuffle.local.Inlet;

/**
 * One batch or event on its way to a reader; kept until the reader has claimed it.
 *
 * @param event null for records
 * @param bytes of the records, null for an event; not written any more
 * @param length of the records
 * @param pooled what has to be given back when it is claimed, or null
 * @param count of the records
 * @param firstSequence of the first record
 */
record Element(ChannelEvent event, byte[] bytes, int length, RecordOutput pooled, int count, long firstSequence) {
    static Element of(ChannelEvent event) {
        return new Element(event, null, 0, null, 0, 0);
    }

    /** As the reader's {@link Inlet} counts it. */
    long cost() {
        return Inlet.OVERHEAD + length;
    }
}
