package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.types.RecordCodec;

/** Base of the ways out of a chain: hands a record over to a partition, copied if it could still be changed. */
abstract class ExitLink extends Link {
    protected final ResultPartition partition;
    protected final RecordCodec<Object> codec;
    private final boolean share;

    protected ExitLink(LinkSetup setup) {
        super(setup);
        partition = setup.exit().partition();
        codec = setup.codec();
        share = setup.chain().objectReuse();
    }

    /** The record itself, or a copy that nobody else holds; with object reuse the record itself. */
    protected final Object own(Object record) {
        return share ? record : unshared(record);
    }

    /** The same, whatever was said of object reuse. */
    protected final Object unshared(Object record) {
        return codec.immutable(record) ? record : codec.copy(record);
    }

    protected final void checkOpen() {
        if (chain.ended()) {
            throw new IllegalStateException(
                    "Operator '" + operator() + "' emitted a record after finish; finish is the last chance to emit");
        }
    }

    protected final void checkOvershoot() {
        if (partition.overshot()) {
            chain.outputs().awaitOvershoot(partition);
        }
    }
}
