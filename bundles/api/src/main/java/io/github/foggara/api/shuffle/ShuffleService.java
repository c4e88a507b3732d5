package io.github.foggara.api.shuffle;

import io.github.foggara.api.plugin.OptionSet;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the root of a shuffle plugin, published as a service with {@code foggara.plugin=NAME}. Thread: any; never
 * blocks. Called once per JobMaster and once per TaskExecutor for each use; not idempotent. Failure: the job cannot be
 * deployed and says so.
 */
@ProviderType
public interface ShuffleService {
    /** What this service can do beyond pipelined exchange, e.g. {@code reattach}, {@code batch-snapshot}. */
    Set<String> capabilities();

    /** The options it reads, for validation and forms. */
    OptionSet options();

    ShuffleMaster createMaster(ShuffleContext context);

    ShuffleEnvironment createEnvironment(ShuffleContext context);
}
