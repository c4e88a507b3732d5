package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import java.nio.ByteBuffer;
import java.util.List;

/** For sources whose readers know by themselves what to emit. */
final class NoSplits implements SplitEnumerator<Integer> {
    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask) {}

    @Override
    public void addSplitsBack(List<Integer> splits, int subtask) {}

    @Override
    public void close() {}

    /** Their splits, if there were some. */
    static final class Codec implements SplitCodec<Integer> {
        @Override
        public byte[] encode(Integer split) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(split).array();
        }

        @Override
        public Integer decode(byte[] bytes) {
            if (bytes.length != Integer.BYTES) {
                throw new IllegalArgumentException("A split has 4 bytes, not " + bytes.length);
            }
            return ByteBuffer.wrap(bytes).getInt();
        }
    }
}
