package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** The reference with one bug planted around it. */
record BrokenShuffleService(PlantedBug bug) implements ShuffleService {
    private static final ShuffleService SOUND = new InMemoryShuffleService();

    @Override
    public Set<String> capabilities() {
        return SOUND.capabilities();
    }

    @Override
    public OptionSet options() {
        return SOUND.options();
    }

    @Override
    public ShuffleMaster createMaster(ShuffleContext context) {
        return SOUND.createMaster(context);
    }

    @Override
    public ShuffleEnvironment createEnvironment(ShuffleContext context) {
        return new Environment(bug, SOUND.createEnvironment(context));
    }

    /** A bell that nobody hears. */
    private record DeafWaker() implements Waker {
        @Override
        public boolean waiting() {
            return false;
        }

        @Override
        public void wake() {
            // that is the bug
        }
    }

    private static final class Environment implements ShuffleEnvironment {
        private final PlantedBug bug;
        private final ShuffleEnvironment sound;
        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicReference<ChannelEvent> lastBarrier = new AtomicReference<>();
        private long leaked;

        Environment(PlantedBug bug, ShuffleEnvironment sound) {
            this.bug = bug;
            this.sound = sound;
        }

        @Override
        public ResultPartition createPartition(
            PartitionDescriptor partition, Supplier<RecordCodec<Object>> codecs, Waker owner) {
            Waker heard = bug == PlantedBug.PRODUCER_NOT_RUNG ? new DeafWaker() : owner;
            return new BrokenResultPartition(bug, sound.createPartition(partition, codecs, heard));
        }

        @Override
        public InputGate createGate(
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Supplier<RecordCodec<Object>> codecs,
            Waker owner) {
            Waker heard = bug == PlantedBug.READER_NOT_RUNG ? new DeafWaker() : owner;
            Supplier<InputGate> attach = () -> sound.createGate(attempt(consumer), channels, codecs, heard);
            return new BrokenInputGate(bug, attach, lastBarrier);
        }

        private ExecutionAttemptId attempt(ExecutionAttemptId consumer) {
            boolean forged = bug == PlantedBug.OLD_ATTEMPT_WINS
                    || bug == PlantedBug.FENCED_READER_COMES_BACK
                    || bug == PlantedBug.CLOSE_DISTURBS;
            return forged
                    ? new ExecutionAttemptId(
                            consumer.job(), consumer.vertex(), consumer.subtask(), attempts.getAndIncrement())
                    : consumer;
        }

        @Override
        public void releasePartition(ResultPartitionId id) {
            long before = sound.bufferedBytes();
            sound.releasePartition(id);
            leaked += before - sound.bufferedBytes();
        }

        @Override
        public long bufferedBytes() {
            return sound.bufferedBytes() + (bug == PlantedBug.MEMORY_LEAKED ? leaked : 0);
        }

        @Override
        public void close() {
            sound.close();
        }
    }
}
