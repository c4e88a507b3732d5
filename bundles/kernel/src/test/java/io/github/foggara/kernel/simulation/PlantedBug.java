package io.github.foggara.kernel.simulation;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import java.util.List;
import java.util.function.UnaryOperator;

/** Bugs that the simulation must find, each with a seed that does. */
enum PlantedBug implements Seams {
    STORE_LOSES_DURABLE_EVENTS(4, store -> new BrokenStore(store, BrokenStore.Bug.LOSES_EVENTS), null),
    STORE_TELLS_DURABLE_BEFORE_IT_WRITES(10, store -> new BrokenStore(store, BrokenStore.Bug.WRITES_LATE), null),
    STORE_REPLAYS_A_PREFIX(4, store -> new BrokenStore(store, BrokenStore.Bug.REPLAYS_PREFIX), null),
    STORE_REPLAYS_AN_EVENT_TWICE(10, store -> new BrokenStore(store, BrokenStore.Bug.REPLAYS_TWICE), null),
    EVENT_LOST_BY_A_COMPACTION(36, store -> new BrokenStore(store, BrokenStore.Bug.IMAGE_OVERTAKEN), null),
    EXECUTOR_SAYS_NOTHING_RUNS(4, null, BrokenExecutors.Forgetful::new),
    CANCEL_ANSWERED_AND_NOT_DONE(1, null, BrokenExecutors.Lazy::new),
    SPLITS_GIVEN_TWICE_TO_A_RESTARTED_TASK(0, null, executor -> new BrokenExecutors.Splits(executor, 2)),
    NO_SPLITS_FOR_A_RESTARTED_TASK(0, null, executor -> new BrokenExecutors.Splits(executor, 0)),
    FINISH_TOLD_BEFORE_THE_END(0, null, BrokenExecutors.Hasty::new),
    OUTPUT_OF_A_RESTARTED_TASK_DOUBLED(0, null, BrokenExecutors.Doubling::new),
    FAILURE_TOLD_AGAIN_OF_THE_NEXT_ATTEMPT(3, null, BrokenExecutors.Echoing::new),
    BACKOFF_FORGETS_AFTER_A_CRASH(23, null, null) {
        @Override
        public RestartBackoffStrategy backoff(RestartBackoffStrategy backoff, int container) {
            return container == 0 ? backoff : new WithoutHistory(backoff);
        }
    },
    SHUFFLE_HANDS_OUT_FORMER_PARTITIONS(3, null, null) {
        @Override
        public ShuffleService shuffle(ShuffleService shuffle) {
            return new FormerPartitions(shuffle);
        }
    };

    private final long seed;
    private final UnaryOperator<JobEventStore> store;
    private final UnaryOperator<TaskExecutorGateway> executor;

    /**
     * @param seed of a simulation that finds it
     */
    PlantedBug(long seed, UnaryOperator<JobEventStore> store, UnaryOperator<TaskExecutorGateway> executor) {
        this.seed = seed;
        this.store = store;
        this.executor = executor;
    }

    long seed() {
        return seed;
    }

    @Override
    public JobEventStore store(JobEventStore sound) {
        return store == null ? sound : store.apply(sound);
    }

    @Override
    public TaskExecutorGateway executor(TaskExecutorGateway sound) {
        return executor == null ? sound : executor.apply(sound);
    }

    private record WithoutHistory(RestartBackoffStrategy backoff) implements RestartBackoffStrategy {
        @Override
        public OptionSet options() {
            return backoff.options();
        }

        @Override
        public Answer decide(Question question) {
            return backoff.decide(new Question(
                    question.failures(),
                    new FailoverHistory(0, List.of()),
                    question.millis(),
                    question.seed(),
                    question.configuration()));
        }
    }
}
