package io.github.foggara.benchmarks;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.recovery.eventstore.FileJobEventStore;
import io.github.foggara.recovery.failover.FixedDelayBackoffStrategy;
import io.github.foggara.recovery.failover.RegionFailoverStrategy;
import io.github.foggara.shuffle.local.LocalShuffleService;
import io.github.foggara.shuffle.netty.NettyShuffleService;
import io.github.foggara.state.heap.HeapStateBackend;
import io.github.foggara.window.PartitionWindowProvider;
import io.github.foggara.window.SpillPlaces;
import java.nio.file.Path;

/** What a container has in its bundles. */
final class Plugins {
    private static final String BUNDLE = "benchmarks";

    private Plugins() {}

    /** @param data of the container */
    static void register(LeasingPluginRegistry plugins, Path data) {
        plugins.register(ShuffleService.class, "local", BUNDLE, 0, new LocalShuffleService());
        plugins.register(ShuffleService.class, NettyShuffleService.NAME, BUNDLE, 0, new NettyShuffleService());
        plugins.register(JobEventStore.class, "file", BUNDLE, 0, new FileJobEventStore());
        plugins.register(CheckpointService.class, "default", BUNDLE, 0, new DefaultCheckpointService());
        plugins.register(StateBackend.class, "heap", BUNDLE, 0, new HeapStateBackend());
        String window = PartitionWindowProvider.NAME;
        SpillPlaces places = new SpillPlaces(data.resolve("spill"));
        plugins.register(OperatorProvider.class, window, BUNDLE, 0, new PartitionWindowProvider(places));
        plugins.register(OptionSet.class, window, BUNDLE, 0, PartitionWindowProvider.OPTIONS);
        plugins.register(FailoverStrategy.class, "region", BUNDLE, 0, new RegionFailoverStrategy());
        plugins.register(RestartBackoffStrategy.class, "fixed-delay", BUNDLE, 0, new FixedDelayBackoffStrategy());
    }
}
