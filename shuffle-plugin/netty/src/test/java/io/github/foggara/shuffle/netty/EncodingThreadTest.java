package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.testkit.shuffle.Bell;
import io.github.foggara.testkit.shuffle.TestCodec;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who encodes: the producing task, but for what it has left for want of credit. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class EncodingThreadTest {
    private final Queue<Thread> encoders = new ConcurrentLinkedQueue<>();

    private final class WatchedCodec implements RecordCodec<Object> {
        private final TestCodec codec = new TestCodec();

        @Override
        public boolean immutable(Object record) {
            return codec.immutable(record);
        }

        @Override
        public Object copy(Object record) {
            return codec.copy(record);
        }

        @Override
        public int estimateBytes(Object record) {
            return codec.estimateBytes(record);
        }

        @Override
        public void encode(Object record, RecordOutput out) {
            encoders.add(Thread.currentThread());
            codec.encode(record, out);
        }

        @Override
        public Object decode(RecordInput in) {
            return codec.decode(in);
        }
    }

    @Test
    void theTaskEncodesWhatItFlushesAndCreditTheRest() throws Exception {
        try (Pair pair = new Pair(Map.of());
                RawReader reader = new RawReader(pair)) {
            ResultPartition partition = pair.producers.createPartition(
                    new PartitionDescriptor(pair.id(0), 1), WatchedCodec::new, new Bell());
            reader.attach(0, 0, 0, 1024);
            reader.await(Wire.ATTACHED);
            reader.settle();
            int appended = 0;
            while (partition.hasRoom()) {
                partition.append(0, new byte[500], 516);
                appended++;
            }
            partition.flush();
            reader.await(Wire.BATCH);
            reader.settle();
            int byTask = encoders.size();
            assertThat(byTask).as("of " + appended + " records").isBetween(1, appended - 1);
            assertThat(encoders).containsOnly(Thread.currentThread());

            encoders.clear();
            Wire.credit(reader.link(), 0, 0, 1 << 20);
            reader.await(Wire.BATCH);
            reader.settle();
            assertThat(encoders).hasSize(appended - byTask);
            assertThat(encoders)
                    .allSatisfy(thread -> assertThat(thread.getName()).startsWith("foggara-net-shuffle"));
        }
    }
}
