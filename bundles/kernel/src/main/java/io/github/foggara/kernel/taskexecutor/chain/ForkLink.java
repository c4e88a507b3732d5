package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.types.RecordCodec;

/** Template: two ways on; more are forks of forks. A mutable record is copied for the first, so neither sees the other's changes. */
final class ForkLink extends Link {
    private final Link first;
    private final Link second;
    private final RecordCodec<Object> codec;
    private final boolean share;

    ForkLink(LinkSetup setup) {
        super(setup);
        first = setup.next();
        second = setup.second();
        codec = setup.codec();
        share = setup.chain().objectReuse();
    }

    @Override
    public void collect(Object record) {
        try {
            first.collect(share || codec.immutable(record) ? record : codec.copy(record));
            second.collect(record);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
