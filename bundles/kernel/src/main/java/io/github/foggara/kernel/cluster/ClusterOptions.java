package io.github.foggara.kernel.cluster;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.kernel.remote.message.Registration;
import java.time.Duration;
import java.util.List;

/** Options of the containers of a cluster; names as in Flink where Flink has one. */
public final class ClusterOptions {
    public static final Option<Integer> SLOTS = new Option<>(
            "taskmanager.numberOfTaskSlots",
            OptionType.INTEGER,
            1,
            "from 1 to " + Registration.MAX_SLOTS,
            n -> n >= 1 && n <= Registration.MAX_SLOTS,
            TakesEffect.RESTART,
            "How many subtasks of each vertex a TaskManager runs at a time.");

    public static final Option<Duration> GRACE = new Option<>(
            "taskmanager.registration-grace",
            OptionType.DURATION,
            Duration.ofSeconds(5),
            "from 1 ms to 1 h",
            d -> d.toMillis() >= 1 && d.compareTo(Duration.ofHours(1)) <= 0,
            TakesEffect.RESTART,
            "How long a TaskManager and its JobMaster wait for a broken connection to come back, before the one ends what it"
                    + " runs and the other runs it elsewhere.");

    public static final OptionSet SET = new OptionSet("cluster", List.of(SLOTS, GRACE));

    private ClusterOptions() {}
}
